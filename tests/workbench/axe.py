"""axe-core, which finds what keeps people with other eyes, ears and hands from using a page."""

import json

import pytest

from tests.editors.colours import NODE_MODULES

AXE = NODE_MODULES / "axe-core" / "axe.min.js"


def faults(tab, *rules):
    """Return the serious and critical faults of a page as it is, of these rules or of all: "rule: element: what"."""
    if not AXE.exists():
        pytest.skip(f"{NODE_MODULES} has no axe-core")
    if not tab.evaluate("!!window.axe"):
        tab.evaluate(f"{AXE.read_text(encoding='utf-8')}\nnull")
    wanted = json.dumps({"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})})
    return tab.evaluate(f"""axe.run(document, {wanted}).then(({{ violations }}) => violations
        .filter((each) => ["serious", "critical"].includes(each.impact))
        .flatMap((each) => each.nodes.map((node) => `${{each.id}}: ${{node.target}}: ${{node.failureSummary}}`)))""")


def faults_in_both_lights(tab):
    """Return the faults of a page in light colours, and in dark ones what is hard to read. Chromium only."""
    tab.media(color_scheme="light", reduced_motion="reduce")
    found = faults(tab)
    tab.media(color_scheme="dark", reduced_motion="reduce")
    found += [f"dark: {each}" for each in faults(tab, "color-contrast")]
    tab.media()
    return found

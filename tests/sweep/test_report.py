"""A report in its three forms."""

from __future__ import annotations

import json

from host.experiments.sweeps.report import Histogram, Report, Table, as_json, as_markdown, as_text

REPORT = Report(
    ["a remark", "another"],
    [Table("cycles", ("of", "number", "mean", "where"), [("a|b", 1000, 2.25, "line 7"), ("none", 0, "", "")])],
    [Histogram("bars", "cycles", 10, {0: 50, 10: 1, 20: 0, 30: 25}), Histogram("empty", "cycles", 1, {})],
)

TEXT = """\
a remark
another

cycles:
  of    number  mean  where
  a|b    1,000   2.2  line 7
  none       0

bars (cycles):
    0 to 9  50  ##################################################
  10 to 19   1  #
  20 to 29   0
  30 to 39  25  #########################
"""

MARKDOWN = """\
a remark  
another

| cycles: of | number | mean | where |
|---|---:|---:|---|
| a\\|b | 1,000 | 2.2 | line 7 |
| none | 0 |  |  |

```
bars (cycles):
    0 to 9  50  ##################################################
  10 to 19   1  #
  20 to 29   0
  30 to 39  25  #########################
```
"""  # noqa: W291  (two blanks are a new line in Markdown)


def test_text_has_columns_and_bars():
    assert as_text(REPORT) == TEXT


def test_markdown_has_tables_and_blocks():
    assert as_markdown(REPORT) == MARKDOWN


def test_json_has_everything_as_it_was_counted():
    assert json.loads(as_json(REPORT)) == {
        "remarks": ["a remark", "another"],
        "tables": {
            "cycles": [
                {"of": "a|b", "number": 1000, "mean": 2.25, "where": "line 7"},
                {"of": "none", "number": 0, "mean": "", "where": ""},
            ]
        },
        "histograms": {
            "bars": {"unit": "cycles", "width": 10, "counts": {"0": 50, "10": 1, "20": 0, "30": 25}},
            "empty": {"unit": "cycles", "width": 1, "counts": {}},
        },
    }


def test_a_report_of_nothing_is_empty_everywhere():
    nothing = Report([], [], [])
    assert as_text(nothing) == as_markdown(nothing) == "\n"

"""The extension for VS Code: a .vsix, which is a ZIP file with the extension, its grammars, and two descriptions."""

from __future__ import annotations

import io
import json
from html import escape
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from emulators import distributions
from host import registry
from host.editors.grammars import (
    COMMENT,
    LABEL,
    Grammar,
    Kind,
    Language,
    Line,
    Region,
    Rule,
    Token,
    line_head,
    resource,
)

OTHERS = ("asm",)  # names in other extensions for languages that we debug
DISASSEMBLY = {"id": "ironboard-disassembly", "aliases": ["Disassembly (Ironboard)"], "extensions": [".disassembly"]}
TYPES = {bool: "boolean", int: "integer", Path: "string", str: "string"}
EPOCH = (1980, 1, 1, 0, 0, 0)  # of all files in the package: the same sources make the same bytes

MANIFEST = """<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="{name}" Version="{version}" Publisher="{publisher}"/>
    <DisplayName>{title}</DisplayName>
    <Description xml:space="preserve">{description}</Description>
    <Tags>{tags}</Tags>
    <Categories>{categories}</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="{engine}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/readme.md" Addressable="true"/>
  </Assets>
</PackageManifest>
"""
CONTENT_TYPES = """<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension=".json" ContentType="application/json"/>
  <Default Extension=".js" ContentType="application/javascript"/>
  <Default Extension=".md" ContentType="text/markdown"/>
  <Default Extension=".vsixmanifest" ContentType="text/xml"/>
</Types>
"""


def vsix(languages: list[Language]) -> bytes:
    """Return the package."""
    about = package(languages)
    parts = {
        "extension.vsixmanifest": _manifest(about),
        "[Content_Types].xml": CONTENT_TYPES,
        **{f"extension/{name}": text for name, text in extension(languages, about).items()},
    }
    data = io.BytesIO()
    with ZipFile(data, "w", ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            entry = ZipInfo(name, EPOCH)
            entry.compress_type, entry.external_attr = ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, text)
    return data.getvalue()


def extension(languages: list[Language], about: dict[str, Any]) -> dict[str, str]:
    """Return the files of the extension; `about` is its package.json."""
    found = {name: resource(f"vscode/{name}") for name in ("extension.js", "readme.md")}
    found["package.json"] = _json(about)
    for each in languages:
        found[f"{each.id}.configuration.json"] = _json(_configuration(each))
        found[f"{each.id}.tmLanguage.json"] = _json(textmate(each.title, each.id, each.suffixes, each.grammar))
    return found


def package(languages: list[Language]) -> dict[str, Any]:
    """Return package.json: the part that is the same for all languages and machines, and these."""
    about: dict[str, Any] = {"version": distributions.version(), **json.loads(resource("vscode/package.json"))}
    contributes, debugged = about["contributes"], [each.id for each in languages if each.debugged]
    contributes["languages"] = [
        {
            "id": each.id,
            "aliases": [each.title],
            "extensions": [*each.suffixes],
            "configuration": f"./{each.id}.configuration.json",
        }
        for each in languages
    ] + [DISASSEMBLY]
    contributes["grammars"] = [
        {"language": each.id, "scopeName": f"source.{each.id}", "path": f"./{each.id}.tmLanguage.json"}
        for each in languages
    ]
    contributes["breakpoints"] = [{"language": each} for each in (*debugged, DISASSEMBLY["id"], *OTHERS)]
    for each in contributes["menus"]["editor/title/run"]:
        each["when"] = " || ".join(f"resourceLangId == {id}" for id in debugged)
    debugger = contributes["debuggers"][0]
    debugger["languages"] = [*debugged, *OTHERS]
    fields = debugger["configurationAttributes"]["launch"]["properties"]
    models = registry.models()
    fields["machine"]["enum"] = [*models]
    fields["core"]["enum"] = sorted({core for model in models.values() for core in model.cores})
    options: dict[str, dict[str, Any]] = {}
    for model in models.values():
        for name, option in model.options.items():
            known = options.setdefault(name, {"type": TYPES[option.kind], "description": ""})
            if option.choices:
                known["enum"] = [*option.choices]
            known["description"] += f"{'; ' if known['description'] else ''}{model.title}: {option.help}"
    fields["options"]["properties"] = options
    return about


def _configuration(language: Language) -> dict[str, Any]:
    grammar = language.grammar
    pairs = [list(pair) for pair in zip(grammar.brackets[::2], grammar.brackets[1::2], strict=True)]
    before, after = grammar.comment
    comments: dict[str, Any] = {"blockComment": [before.strip(), after]}
    if not after:
        comments = {"lineComment": before if grammar.indented else {"comment": before, "noIndent": True}}
    return {"comments": comments, "brackets": pairs, "autoClosingPairs": pairs, "wordPattern": grammar.word}


def _manifest(about: dict[str, Any]) -> str:
    facts = {
        **{name: about[name] for name in ("name", "version", "publisher", "description")},
        "title": about["displayName"],
        "tags": ",".join(about["keywords"]),
        "categories": ",".join(about["categories"]),
        "engine": about["engines"]["vscode"],
    }
    return MANIFEST.format_map({name: escape(fact) for name, fact in facts.items()})


def _json(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


# ---------------------------------------------------------------- grammars

# Grammars as VS Code and other editors read them: TextMate's, in JSON.


Pattern = dict[str, Any]


def textmate(name: str, id: str, suffixes: tuple[str, ...], grammar: Grammar) -> Pattern:
    """Return the grammar of the language `id`, with `name` for people."""
    rules = {f"rule{number}": _rule(each, id, f"rule{number}") for number, each in enumerate(grammar.rules)}
    return {
        "name": name,
        "scopeName": f"source.{id}",
        "fileTypes": [each.lstrip(".") for each in suffixes],
        "patterns": [{"include": f"#{each}"} for each in rules],
        "repository": rules,
    }


def _named(kind: Kind, id: str) -> Pattern:
    return {"name": f"{kind.scope}.{id}"}


def _rule(rule: Rule, id: str, own: str = "") -> Pattern:
    """Return a rule; `own` is its name in the repository."""
    match rule:
        case Token(kind, pattern, before, after, lead):
            captures = {"2": _named(kind, id)} | ({"1": _named(lead, id)} if lead else {})
            return {"match": f"(?i)({before})({pattern}){f'(?={after})' if after else ''}", "captures": captures}
        case Region(kind, begin, end, nested, opening):
            found = {"begin": f"(?i){begin}", "end": f"(?i)(?={end})" if opening else f"(?i){end}"}
            if opening:
                return found | {"contentName": _named(kind, id)["name"], "beginCaptures": {"0": _named(opening, id)}}
            return found | _named(kind, id) | ({"patterns": [{"include": f"#{own}"}]} if nested else {})
        case Line():
            return _line(rule, id)


def _line(line: Line, id: str) -> Pattern:
    captures: Pattern = {"1": _named(LABEL, id), "3": _named(line.kind, id), "5": _named(COMMENT, id)}
    column = ""
    if line.latest:  # Oniguruma looks back over texts of fixed lengths only; a line with tabs has no columns
        column = f"(?<=\\t|{'|'.join(f'^.{{{each}}}' for each in range(2, line.latest))})"
    if line.operand:
        inside = line.inside
        patterns = {} if isinstance(inside, Kind) else {"patterns": [_rule(each, id) for each in inside]}
        captures["4"] = patterns or (_named(inside, id) if isinstance(inside, Kind) else {})
    operand = rf"(?:[ \t]+{column}({line.operand or '(?!)'}))?"
    return {"match": rf"(?i){line_head(line)}(?=[ \t]|$){operand}(.*)$", "captures": captures}

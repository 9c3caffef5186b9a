"""Modes for Emacs: one file of Lisp, with our grammars as data that its functions walk."""

from __future__ import annotations

from host.editors.grammars import Kind, Language, Line, Region, Rule, Token, for_emacs, resource


def files(languages: list[Language]) -> dict[str, str]:
    """Return the file."""
    text = resource("emacs/ironboard.el")
    modes = "\n\n".join(map(_mode, languages))
    lists = [
        f"(defvar {name} '({' '.join(_mode_name(each) for each in chosen)}))"
        for name, chosen in (
            ("ironboard-modes", languages),
            ("ironboard-debugged", [each for each in languages if each.debugged]),
        )
    ]
    return {"ironboard.el": text.replace(";; LANGUAGES\n", "\n".join([modes, "", *lists, ""]))}


def _mode_name(language: Language) -> str:
    return f"ironboard-{language.id}-mode"


def _mode(language: Language) -> str:
    mode, rules = _mode_name(language), f"ironboard--{language.id}"
    before, after = language.grammar.comment
    endings = "|".join(each.lstrip(".") for each in language.suffixes)
    files = _text(for_emacs(rf"\.(?:{endings})") + "\\'")
    return "\n".join(
        [
            f"(defconst {rules}",
            "  '(" + "\n    ".join(map(_rule, language.grammar.rules)) + "))",
            "",
            f"(define-derived-mode {mode} prog-mode {_text(language.title)}",
            f"  {_text(f'Sources: {language.title}.')}",
            "  :syntax-table ironboard-syntax-table",
            f"  (ironboard--set-up {rules} '({_text(before)} . {_text(after)})))",
            "",
            f"(put '{mode} 'eglot-language-id {_text(language.id)})",
            f"(add-to-list 'auto-mode-alist '({files} . {mode}))",
        ]
    )


def _text(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _pattern(pattern: str) -> str:
    return _text(for_emacs(pattern))


def _face(kind: Kind | None) -> str:
    return kind.face if kind else "nil"


def _rule(rule: Rule) -> str:
    match rule:
        case Token(kind, pattern, before, after, lead):
            return f"(token {_pattern(before)} {_face(lead)} {_pattern(pattern)} {_face(kind)} {_pattern(after)})"
        case Region(kind, begin, end, nested, opening):
            return (
                f"(region {_pattern(begin)} {_face(opening)} {_pattern(end)} {_face(kind)} {'t' if nested else 'nil'})"
            )
        case Line(location, gap, operations, kind, operand, inside, latest):
            inner = _face(inside) if isinstance(inside, Kind) else f"({' '.join(map(_rule, inside))})"
            fields = f"{_pattern(location)} {_pattern(gap)} {_pattern(operations)} {_face(kind)}"
            return f"(line {fields} {_pattern(operand) if operand else 'nil'} {inner} {latest})"

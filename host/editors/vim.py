"""Grammars and file types as Vim and Neovim read them: a folder to lie in their path."""

from __future__ import annotations

from host.editors.grammars import COMMENT, LABEL, Kind, Language, Line, Region, Rule, Token, for_vim, resource

END = "%(\\s|$)@="  # of an operation


def files(languages: list[Language]) -> dict[str, str]:
    """Return the files of the folder: which files are in our languages, how they look, how they are assembled."""
    found = {"ftdetect/ironboard.vim": _detect(languages), "compiler/ironboard.vim": resource("vim/compiler.vim")}
    for each in languages:
        found[f"syntax/{each.id}.vim"] = syntax(each)
        found[f"ftplugin/{each.id}.vim"] = _options(each)
    return found


def neovim(languages: list[Language]) -> dict[str, str]:
    """Return the same with the connection of Neovim to the language server and of nvim-dap to the debugger."""
    names = ", ".join(f'"{each.id}"' for each in languages)
    debugged = ", ".join(f'"{each.id}"' for each in languages if each.debugged)
    lua = resource("vim/ironboard.lua").replace("{ LANGUAGES }", f"{{ {names} }}")
    return files(languages) | {"plugin/ironboard.lua": lua.replace("{ DEBUGGED }", f"{{ {debugged} }}")}


def _detect(languages: list[Language]) -> str:
    rows = [
        f"autocmd BufRead,BufNewFile {','.join(f'*{suffix}' for suffix in each.suffixes)} set filetype={each.id}"
        for each in languages
    ]
    return "\n".join(['" Which files are in the languages of Ironboard', *rows, ""])


def _options(language: Language) -> str:
    before, after = language.grammar.comment
    pairs = ",".join(map(":".join, zip(language.grammar.brackets[::2], language.grammar.brackets[1::2], strict=True)))
    comment = f"{before.strip()} %s{after}".replace(" ", "\\ ")
    return "\n".join(
        [
            f'" {language.title}',
            "let b:did_ftplugin = 1",  # set already where the editor took a .s for another assembler's first
            f"setlocal commentstring={comment} comments= matchpairs={pairs}",
            *(["compiler ironboard"] if language.debugged else []),
            "let b:undo_ftplugin = 'setlocal commentstring< comments< matchpairs<'",
            "",
        ]
    )


def syntax(language: Language) -> str:
    """Return the syntax file of a language. Of two items at one place Vim takes the one defined later."""
    rows: list[str] = []
    for number, rule in reversed([*enumerate(language.grammar.rules)]):
        rows += _rule(rule, f"{language.id}{number}")
    multi_line = any(isinstance(each, Region) for each in language.grammar.rules)
    return "\n".join(
        [
            f'" {language.title}',
            "if exists('b:current_syntax')",
            "  finish",
            "endif",
            "syntax case ignore",
            "syntax iskeyword @,48-57,_",
            *rows,
            f"syntax sync {'fromstart' if multi_line else 'minlines=1'}",
            f"let b:current_syntax = '{language.id}'",
            "",
        ]
    )


def _match(name: str, kind: Kind, pattern: str, more: str = "") -> list[str]:
    return [f"syntax match {name} /\\v{pattern}/{more}", f"highlight default link {name} {kind.group}"]


def _token(token: Token, name: str, more: str = "") -> list[str]:
    before = f"%({for_vim(token.before)})@<=" if token.before else ""
    after = f"%({for_vim(token.after)})@=" if token.after else ""
    return _match(name, token.kind, f"{before}%({for_vim(token.pattern)}){after}", more)


def _rule(rule: Rule, name: str) -> list[str]:
    match rule:
        case Token():
            return _token(rule, name)
        case Region(kind, begin, end, nested, opening):
            start, stop = f"start=/\\v{for_vim(begin)}/", f"end=/\\v{for_vim(end)}/"
            group = f" matchgroup={opening.group}" if opening else ""
            more = "me=s-1" if opening else " keepend" if not nested else f" contains={name}"
            return [
                f"syntax region {name}{group} {start} {stop}{more}",
                f"highlight default link {name} {kind.group}",
            ]
        case Line():
            return _line(rule, name)


def _line(line: Line, name: str) -> list[str]:
    """Each field has its successor; a word too far right for an operand is a remark."""
    location, gap, operations = for_vim(line.location), for_vim(line.gap), for_vim(line.operations)
    rows = []
    if line.location:
        rows += _match(f"{name}At", LABEL, f"^%({location})%({gap}%({operations}){END})@=")
    follows = f" skipwhite nextgroup={f'{name}In,' if line.operand else ''}{name}Remark"
    rows += _match(name, line.kind, f"%(^%({location}){gap})@<=%({operations}){END}", follows)
    rows += _match(f"{name}Remark", COMMENT, "\\S.*$", " contained")
    if line.operand:
        column = f"%(%<{line.latest + 1}v|\\t@<=)" if line.latest else ""
        pattern = f"{column}%({for_vim(line.operand)})"
        more = f" contained skipwhite nextgroup={name}Remark"
        if isinstance(line.inside, Kind):
            rows += _match(f"{name}In", line.inside, pattern, more)
        else:
            names = [f"{name}_{number}" for number in range(len(line.inside))]
            for each, token in reversed([*zip(names, line.inside, strict=True)]):
                rows += _token(token, each, " contained")
            rows.append(f"syntax match {name}In /\\v{pattern}/{more} contains={','.join(names)}")
    return rows

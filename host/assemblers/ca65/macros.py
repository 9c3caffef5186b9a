"""Directives that produce lines: .macro .repeat .define .include.

Source: ca65 Users Guide, "Macros".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from emulators.errors import SourceError
from host.assemblers.ca65.parser import MACRO_LOCAL, argument_tokens
from host.assemblers.ca65.state import Handler, State, directive
from host.assemblers.ca65.tokens import IGNORE_CASE, Define, Kind, Macro, Reader, Statement, Token, split_list, tokenize
from host.languages.assembly import AssemblyError, Line

# ---------------------------------------------------------------- strings
# Which functions give text or tokens? They are carried out before a statement is read.
#
# Source: ca65 Users Guide, "Pseudo functions": .concat .ident .left .mid .right .sprintf .string.


LONGEST = 4096  # characters of a text made by a function
TextFunction = Callable[[State, Reader, Token], list[Token]]


def expand(asm: State, tokens: Sequence[Token]) -> list[Token]:
    """Return the tokens with the calls of these functions replaced by their results, inner ones first."""
    while any(token.kind is Kind.DIRECTIVE and token.text in TEXT_FUNCTIONS for token in tokens):
        at = max(i for i, t in enumerate(tokens) if t.kind is Kind.DIRECTIVE and t.text in TEXT_FUNCTIONS)
        reader = Reader(tokens, at)
        token = reader.take()
        reader.expect("(")
        result = TEXT_FUNCTIONS[token.text](asm, reader, token)
        reader.expect(")")
        tokens = [*tokens[:at], *result, *tokens[reader.position :]]
    return list(tokens)


def _text(token: Token, text: str) -> list[Token]:
    if len(text) > LONGEST:
        raise token.error(f"the text is longer than {LONGEST} characters")
    return [token._replace(kind=Kind.STRING, text=f'"{text}"', value=text)]


def concat(asm: State, reader: Reader, token: Token) -> list[Token]:
    """Return the strings joined."""
    text = str(reader.expect_kind(Kind.STRING).value)
    while reader.accept(","):
        text += str(reader.expect_kind(Kind.STRING).value)
    return _text(token, text)


def ident(asm: State, reader: Reader, token: Token) -> list[Token]:
    """Return the name that a string spells."""
    text = str(reader.expect_kind(Kind.STRING).value)
    if not re.fullmatch(r"@?[A-Za-z_][A-Za-z0-9_]*", text):
        raise token.error(f"'{text}' cannot be a name")
    if IGNORE_CASE in asm.features:
        text = text.upper()
    return [token._replace(kind=Kind.CHEAP if text[0] == "@" else Kind.NAME, text=text, value=text)]


def string_of(asm: State, reader: Reader, token: Token) -> list[Token]:
    """Return a name, or the value of an expression, as a string."""
    if reader.token.kind is Kind.NAME and reader.ahead(1).text == ")":
        return _text(token, reader.take().text)
    return _text(token, str(asm.constant(reader)))


def left(asm: State, reader: Reader, token: Token) -> list[Token]:
    """Return the first `count` tokens of a list."""
    count, tokens = _count(asm, reader), argument_tokens(reader)
    return tokens[: max(0, count)]


def right(asm: State, reader: Reader, token: Token) -> list[Token]:
    """Return the last `count` tokens of a list."""
    count, tokens = _count(asm, reader), argument_tokens(reader)
    return tokens[-count:] if count > 0 else []


def mid(asm: State, reader: Reader, token: Token) -> list[Token]:
    """Return `count` tokens of a list from index `start`."""
    start, count, tokens = _count(asm, reader), _count(asm, reader), argument_tokens(reader)
    return tokens[max(0, start) :][: max(0, count)]


def _count(asm: State, reader: Reader) -> int:
    count = asm.constant(reader)
    reader.expect(",")
    return count


def sprintf(asm: State, reader: Reader, token: Token) -> list[Token]:
    """Return a string with numbers and strings put into it, as in C: %d %u %x %X %o %c %s %%."""
    text = str(reader.expect_kind(Kind.STRING).value)
    arguments = split_list(reader, ")")[1:] if reader.at(",") else []

    def put(match: re.Match[str]) -> str:
        flags, kind = match.groups()
        if kind == "%":
            return "%"
        if not arguments:
            raise token.error("there are fewer arguments than the format has places")
        inside = arguments.pop(0)
        each = Reader([*inside, token._replace(kind=Kind.END, text="")])
        if kind == "s":
            return f"%{flags}s" % str(each.expect_kind(Kind.STRING).value)
        number = asm.constant(each)
        if kind == "c":
            return chr(number & 0xFF)
        return f"%{flags}{'d' if kind in 'iu' else kind}" % number

    result = re.sub(r"%([-+ 0#]*[0-9]{0,2}(?:\.[0-9]{1,2})?)([diuxXocs%])", put, text)
    if arguments:
        raise token.error("there are more arguments than the format has places")
    return _text(token, result)


TEXT_FUNCTIONS: dict[str, TextFunction] = {
    ".concat": concat,
    ".ident": ident,
    ".left": left,
    ".mid": mid,
    ".right": right,
    ".sprintf": sprintf,
    ".string": string_of,
}


# ---------------------------------------------------------------- macpack
# The macros that .macpack offers: arithmetic without the carry to think of, and branches of any distance.


GENERIC = """\
.macro add operand, index
        clc
  .ifblank index
        adc operand
  .else
        adc operand, index
  .endif
.endmacro
.macro sub operand, index
        sec
  .ifblank index
        sbc operand
  .else
        sbc operand, index
  .endif
.endmacro
.macro bge target
        bcs target
.endmacro
.macro blt target
        bcc target
.endmacro
.macro bgt target
  .local behind
        beq behind
        bcs target
behind:
.endmacro
.macro ble target
        beq target
        bcc target
.endmacro
.macro bnz target
        bne target
.endmacro
.macro bze target
        beq target
.endmacro"""

# long branch: (short one, the opposite)
LONG = {
    "jeq": ("beq", "bne"), "jne": ("bne", "beq"), "jcs": ("bcs", "bcc"), "jcc": ("bcc", "bcs"),
    "jmi": ("bmi", "bpl"), "jpl": ("bpl", "bmi"), "jvs": ("bvs", "bvc"), "jvc": ("bvc", "bvs"),
}  # fmt: skip
LONG_BRANCH = """\
.macro {name} target
  .if .match(target, 0) .or .const((* - 2) - (target)) = 0
        {opposite} *+5
        jmp target
  .elseif .const((* - 2) - (target)) .and ((* + 2) - (target) <= 127) .and ((* + 2) - (target) >= 0)
        {short} target
  .else
        {opposite} *+5
        jmp target
  .endif
.endmacro"""

# .byte of strings and numbers in another code; {} is the code of each, made of `code`
SCREEN = """\
.macro scrcode first, second, third, fourth, fifth, sixth, seventh, eighth, ninth
  .ifnblank first
    .if .match({{first}}, "")
      .repeat .strlen(first), place
        .byte {string}
      .endrepeat
    .else
        .byte {number}
    .endif
        scrcode second, third, fourth, fifth, sixth, seventh, eighth, ninth
  .endif
.endmacro"""


def screen_codes(code: str) -> str:
    """Return the macro `scrcode` for a machine with this code for the character {}."""
    return SCREEN.format(string=code.format("(.strat(first, place))"), number=code.format("(first)"))


def shifted_by_column(low: int, high: int) -> str:
    """Return the code of a character to which a byte of `low`, or with bit 7 of `high`, is added: one for each 32."""
    column = "(({0} >> 5) & 3) * 8"
    low_part, high_part = f"((${low:08X} >> ({column})) & $FF)", f"((${high:08X} >> ({column})) & $FF)"
    return f".lobyte({{0}} + (({{0}} < $80) * {low_part}) + (({{0}} >= $80) * {high_part}))"


# the instruction sets of .cpu: CPU_ISET_name, and CPU_name for the processor that has these
INSTRUCTION_SETS = {
    "NONE": (1, 1), "6502": (2, 2), "6502X": (4, 6), "65SC02": (8, 10), "65C02": (16, 26), "65816": (32, 42),
    "SWEET16": (64, 64), "HUC6280": (128, 154), "4510": (512, 538),
}  # fmt: skip

PACKAGES = {
    "apple2": screen_codes("{0} + $80"),
    "atari": screen_codes(shifted_by_column(0x00E0E040, 0x00E0E040)),
    "cbm": screen_codes(shifted_by_column(0xE0C00080, 0x8080C040)),
    "cpu": "\n".join(f"CPU_ISET_{n} = {one}\nCPU_{n} = {both}" for n, (one, both) in INSTRUCTION_SETS.items()),
    "generic": GENERIC,
    "longbranch": "\n".join(LONG_BRANCH.format(name=n, short=s, opposite=o) for n, (s, o) in LONG.items()),
}


DEFINING = frozenset({".define", ".undef", ".undefine", ".ifdef", ".ifndef", ".macro", ".mac"})  # names stay names
STORING = frozenset({".define", ".macro", ".mac"})
LONGEST_REPETITION = 65536
MOST_TOKENS = 20_000  # in one line, after names and parameters are replaced


def collect(asm: State, opening: Token, begin: Sequence[str], end: Sequence[str]) -> list[Statement]:
    """Take the lines up to the directive that ends a block, blocks of the same kind inside included."""
    body: list[Statement] = []
    depth = 1
    while (statement := asm.next_statement()) is not None:
        try:
            tokens = tuple(asm.tokens(statement))
        except SourceError as error:
            asm.program.diagnostics.report(error, asm.program.record)
            continue
        leading = _leading_directive(tokens)
        depth += (leading in begin) - (leading in end)
        if depth == 0:
            return body
        body.append(Statement(statement.line, tokens))
    raise opening.error(f"{opening.text} without {end[0]}")


def _leading_directive(tokens: Sequence[Token]) -> str:
    """Return the directive of a statement, labels skipped."""
    at = 2 if len(tokens) > 2 and tokens[1].text == ":" else 0
    return tokens[at].text if tokens[at].kind is Kind.DIRECTIVE else ""


# --- macros ---------------------------------------------------------------------------------------------


@directive(".mac", ".macro")
def macro(asm: State, token: Token, reader: Reader) -> None:
    """.macro: store the lines up to .endmacro under a name."""
    body = None
    try:
        name, parameters = _macro_head(asm, reader)
    finally:
        body = collect(asm, token, (".macro", ".mac"), (".endmacro", ".endmac"))
    asm.macros[name.text] = Macro(name.text, parameters, _locals(body), body, name.place)


def _macro_head(asm: State, reader: Reader) -> tuple[Token, list[str]]:
    name = reader.expect_kind(Kind.NAME, "the name of the macro")
    if name.text.upper() in asm.processor.mnemonics:
        raise name.error(f"'{name.text}' is an instruction: it cannot be the name of a macro")
    if name.text in asm.macros:
        first = asm.macros[name.text].place
        where = f"the first definition is at {first.file}:{first.line}"
        raise name.error(f"macro '{name.text}' is already defined", where)
    parameters: list[str] = []
    while not reader.at_end:
        if parameters:
            reader.expect(",")
        parameter = reader.expect_kind(Kind.NAME, "the name of a parameter")
        if parameter.text in parameters:
            raise parameter.error(f"there are two parameters '{parameter.text}'")
        parameters.append(parameter.text)
    return name, parameters


def _locals(body: Sequence[Statement]) -> list[str]:
    """Return the names that .local lists in a macro, those of macros inside left out."""
    names, depth = [], 0
    for statement in body:
        tokens = statement.tokens or ()
        leading = _leading_directive(tokens)
        depth += (leading in (".macro", ".mac")) - (leading in (".endmacro", ".endmac"))
        if leading == ".local" and depth == 0:
            names += [token.text for token in tokens if token.kind is Kind.NAME]
    return names


def call(asm: State, definition: Macro, token: Token, reader: Reader) -> None:
    """Assemble the lines of a macro, with arguments in place of parameters."""
    arguments = [] if reader.at_end else split_list(reader)
    reader.expect_end()
    if len(arguments) > len(definition.parameters):
        known = ", ".join(definition.parameters) or "none"
        message = f"too many arguments for macro '{token.text}': {len(arguments)} for {len(definition.parameters)}"
        raise token.error(message, f"its parameters: {known}")
    asm.serial += 1
    values = dict(zip(definition.parameters, arguments, strict=False))
    values |= {name: [] for name in definition.parameters[len(arguments) :]}
    renamed = {name: f"{name}{MACRO_LOCAL}{asm.serial}" for name in definition.local}
    body = [_substituted(statement, values, renamed, len(arguments)) for statement in definition.body]
    asm.expand(body, "macro", token.text, token.place)
    asm.calls.append((len(asm.input.frames), definition))


def _substituted(
    statement: Statement, values: dict[str, list[Token]], renamed: dict[str, str], count: int | None
) -> Statement:
    """Return a line with parameters replaced by arguments and local names made unique."""
    tokens: list[Token] = []
    for token in statement.tokens or ():
        if token.kind is Kind.NAME and token.text in values:
            tokens += values[token.text]
        elif token.kind is Kind.NAME and token.text in renamed:
            tokens.append(token._replace(text=renamed[token.text], value=renamed[token.text]))
        elif token.text == ".paramcount" and token.kind is Kind.DIRECTIVE and count is not None:
            tokens.append(token._replace(kind=Kind.NUMBER, value=count))
        else:
            tokens.append(token)
    if len(tokens) > MOST_TOKENS:
        raise AssemblyError(statement.line.whole(), f"the line grows beyond {MOST_TOKENS} tokens by its arguments")
    return Statement(statement.line, tuple(tokens))


@directive(".local")
def local(asm: State, token: Token, reader: Reader) -> None:
    """.local: names local to each call of a macro (the call has already renamed them)."""
    if not any(each.kind == "macro" for each in (asm.input.expansion.chain() if asm.input.expansion else ())):
        raise token.error(".local outside of a macro", "a name with @ is local to the label above it")
    for name in split_list(reader):
        if len(name) != 1 or name[0].kind is not Kind.NAME:
            raise token.error(".local takes names with commas between them")


@directive(".exitmac", ".exitmacro")
def exitmacro(asm: State, token: Token, reader: Reader) -> None:
    """.exitmacro: leave the macro immediately."""
    if not asm.calls:
        raise token.error(f"{token.text} outside of a macro")
    reader.expect_end()
    depth = asm.calls[-1][0]
    while len(asm.input.frames) >= depth:
        asm.drop_frame()


@directive(".delmac", ".delmacro")
def delmacro(asm: State, token: Token, reader: Reader) -> None:
    """.delmacro: delete a macro."""
    name = reader.expect_kind(Kind.NAME)
    if asm.macros.pop(name.text, None) is None:
        raise name.error(f"there is no macro '{name.text}'")


def endless(opening: str) -> Handler:
    """Return the handler of an end that has no beginning."""

    def directive(asm: State, token: Token, reader: Reader) -> None:
        raise token.error(f"{token.text} without {opening}")

    return directive


# --- repetitions ----------------------------------------------------------------------------------------


@directive(".repeat")
def repeat(asm: State, token: Token, reader: Reader) -> None:
    """.repeat: the lines up to .endrepeat several times, with an optional counter."""
    times, counter = 0, None
    try:
        times, counter = _repeat_head(asm, reader)
    finally:
        body = collect(asm, token, (".repeat",), (".endrepeat", ".endrep"))
    if times and body:
        lines = [_counted(statement, counter, index) for index in range(times) for statement in body]
        asm.expand(lines, "repetition", f"{token.text} {times}", token.place)


def _repeat_head(asm: State, reader: Reader) -> tuple[int, str | None]:
    place = reader.token.place
    times = asm.constant(reader)
    if not 0 <= times <= LONGEST_REPETITION:
        raise AssemblyError(place, f"cannot repeat {times} times: 0 to {LONGEST_REPETITION}")
    counter = reader.expect_kind(Kind.NAME, "the name of the counter").text if reader.accept(",") else None
    reader.expect_end()
    return times, counter


def _counted(statement: Statement, counter: str | None, index: int) -> Statement:
    if counter is None:
        return statement
    number = Token(Kind.NUMBER, str(index), index, statement.line, 1, 1)
    tokens = tuple(
        number._replace(column=token.column, length=token.length, spaced=token.spaced)
        if token.kind is Kind.NAME and token.text == counter
        else token
        for token in statement.tokens or ()
    )
    return Statement(statement.line, tokens)


# --- definitions ----------------------------------------------------------------------------------------


@directive(".define")
def define(asm: State, token: Token, reader: Reader) -> None:
    """.define: replace a name by the tokens after it."""
    name = reader.expect_kind(Kind.NAME, "the name to define")
    if name.text in asm.defines:
        raise name.error(f"'{name.text}' is already defined by .define", "use .undef first")
    parameters: list[str] = []
    if reader.at("(") and not reader.token.spaced:
        reader.take()
        while not reader.accept(")"):
            if parameters:
                reader.expect(",")
            parameters.append(reader.expect_kind(Kind.NAME, "the name of a parameter").text)
    asm.defines[name.text] = Define(parameters, reader.rest(), name.place)


@directive(".undef", ".undefine")
def undefine(asm: State, token: Token, reader: Reader) -> None:
    """.undef: delete a name that .define defined."""
    name = reader.expect_kind(Kind.NAME)
    if asm.defines.pop(name.text, None) is None:
        raise name.error(f"'{name.text}' is not defined by .define")


def replace_defines(asm: State, tokens: Sequence[Token], inside: frozenset[str] = frozenset()) -> list[Token]:
    """Return the tokens, END the last one, with the names that .define defined replaced, again and again."""
    reader, result = Reader(tokens), list[Token]()
    while not reader.at_end:
        token = reader.take()
        definition = asm.defines.get(token.text) if token.kind is Kind.NAME else None
        if definition is None or token.text in inside:
            result.append(token)
            continue
        replaced = [*_filled_in(definition, token, reader), tokens[-1]]
        result += replace_defines(asm, replaced, inside | {token.text})[:-1]
        if len(result) > MOST_TOKENS:
            raise token.error(f"the line grows beyond {MOST_TOKENS} tokens by .define")
    return [*result, tokens[-1]]


def _filled_in(definition: Define, token: Token, reader: Reader) -> list[Token]:
    """Return the tokens of a definition, placed where the name is."""
    values: dict[str, list[Token]] = {}
    definition.used.append(token.place)
    if definition.parameters:
        parenthesis = reader.accept("(")
        arguments = split_list(reader, ")" if parenthesis else None)
        if parenthesis:
            reader.expect(")")
        if len(arguments) > len(definition.parameters):
            raise token.error(f"'{token.text}' takes {len(definition.parameters)} arguments")
        arguments += [[]] * (len(definition.parameters) - len(arguments))
        values = dict(zip(definition.parameters, arguments, strict=True))
    place = {"line": token.line, "column": token.column, "length": token.length}
    return [
        new
        for each in definition.tokens
        for new in (values[each.text] if each.kind is Kind.NAME and each.text in values else [each._replace(**place)])  # type: ignore[arg-type]
    ]


# --- files ----------------------------------------------------------------------------------------------


@directive(".include")
def include(asm: State, token: Token, reader: Reader) -> None:
    """.include: the lines of another file."""
    name = reader.expect_kind(Kind.STRING, "the name of a file as a string")
    reader.expect_end()
    asm.include(name)


@directive(".macpack")
def package(asm: State, token: Token, reader: Reader) -> None:
    """.macpack: include a macro package of the assembler."""
    name = reader.expect_kind(Kind.NAME, "the name of a macro package")
    reader.expect_end()
    source = PACKAGES.get(name.text.lower())
    if source is None:
        raise name.error(f"there is no macro package '{name.text}'", "there are: " + " ".join(sorted(PACKAGES)))
    lines = [Line(f"<{name.text.lower()}>", number, text) for number, text in enumerate(source.split("\n"), 1)]
    statements = [Statement(line, tuple(tokenize(line))) for line in lines]
    asm.expand(statements, "file", name.text, token.place)


directive(".endmac", ".endmacro")(endless(".macro"))
directive(".endrep", ".endrepeat")(endless(".repeat"))

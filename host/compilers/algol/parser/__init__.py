"""From basic symbols to the tree, by recursive descent: statements, blocks and the program; going on after errors.

Source: Revised Report on ALGOL 60, chapter 4; its rules are quoted above the functions.
"""

from __future__ import annotations

from host.compilers.algol import hints, symbols, syntax
from host.compilers.algol.lexer import Lexer
from host.compilers.algol.parser.declarations import Declarations
from host.compilers.algol.parser.stream import DECLARATORS, STATEMENT_WORDS, Begins, Fault
from host.compilers.algol.symbols import END_OF_TEXT, INTEGER, NAME, Token
from host.compilers.algol.syntax import children
from host.languages.source import DEPTH, Diagnostics, Text, TooManyErrorsError

Labels = tuple[syntax.Label, ...]


class Parser(Declarations):
    """The whole parser."""

    # <program> ::= <block> | <compound statement>
    def program(self, title: str) -> syntax.Program:
        """Read everything; errors are noted, and then the tree is of no use."""
        first = self.token
        self.begins = Begins(self.source)
        self.lost = False  # the last statement could not be read: declarations may follow
        try:
            labels = self._labels()
            if self.symbol != "begin":
                self.broken = True
                raise self.fault(f"a program starts with 'begin', found {self.found()}", self.habit())
            body: syntax.Statement = self._begin(labels)
            while self.symbol == ";" and self.peek() in (";", END_OF_TEXT):
                self.advance()
            if self.symbol != END_OF_TEXT:
                self.broken = True
                hint = hints.of_title(title) or self.begins.suspicion() or "is there an 'end' too many?"
                self.error(f"the program has ended before {self.found()}", hint)
        except Fault:
            self.broken = True
            body = syntax.Dummy(self.span(first), ())
        program = syntax.Program(self.since(first), body, title)
        program.doubtful = frozenset(self.doubtful)
        return program

    # <statement> ::= <unconditional statement> | <conditional statement> | <for statement>
    # <basic statement> ::= <unlabelled basic statement> | <label> : <basic statement>
    def statement(self) -> syntax.Statement:
        """Read a statement with its labels."""
        self.deepen()
        labels = self._labels()
        statement = self._unlabelled(labels)
        self.depth -= 1
        return statement

    # <label> ::= <identifier> | <unsigned integer>
    def _labels(self) -> Labels:
        labels = []
        while self.symbol in (NAME, INTEGER) and self.peek() == ":":
            token = self.advance()
            name = token.value if token.symbol == NAME else str(int(token.value))
            labels.append(syntax.Label(self.span(token), name))
            self.advance()
        return tuple(labels)

    # <unlabelled basic statement> ::= <assignment statement> | <go to statement> | <dummy statement> |
    #     <procedure statement>
    def _unlabelled(self, labels: Labels) -> syntax.Statement:
        match self.symbol:
            case "begin":
                return self._begin(labels)
            case "if":
                return self._if(labels)
            case "for":
                return self._for(labels)
            case "goto":
                return self._goto(labels)
            case symbols.NAME:
                return self._assignment_or_call(labels)
            case ";" | "end" | "else" | symbols.END_OF_TEXT:
                return syntax.Dummy(self.span(self.token), labels)
        if self.symbol in DECLARATORS or self.symbol == "string":
            hint = "a declaration begins with its type: integer x" if labels else "declarations stand after a 'begin'"
            hint = "strings can only be parameters of procedures" if self.symbol == "string" else hint
            if labels or self.symbol == "string":
                raise self.fault(f"expected a statement, found {self.found()}", hint)
            self.error(f"expected a statement, found {self.found()}", hint)
            misplaced = self.position
            self.declaration()
            self.doubt(misplaced)
            self.lost = True
            return syntax.Dummy(self.span(self.token), labels)
        is_name = self.symbol.isalpha() and self.peek() in (":=", ":", "(", "[")
        hint = f"'{self.symbol}' is a reserved word" if is_name else hints.STATEMENTS.get(self.symbol, "")
        if self.symbol == INTEGER and self.peek() == ":=":
            hint = "only a variable can stand to the left of ':='"
        raise self.fault(f"expected a statement, found {self.found()}", self.comment_hint() or hint)

    # <compound statement> ::= begin <compound tail>
    # <block> ::= <block head> ; <compound tail>
    # <block head> ::= begin <declaration> | <block head> ; <declaration>
    def _begin(self, labels: Labels) -> syntax.Block | syntax.Compound:
        begin = self.expect("begin")
        self.begins.open(begin)
        declarations = self._declarations()
        statements = self._compound_tail()
        if self.symbol == "end":
            self.begins.close(self.advance())
        else:
            self._end_is_missing(begin)
        if declarations:
            return syntax.Block(self.since(begin), labels, tuple(declarations), tuple(statements))
        return syntax.Compound(self.since(begin), labels, tuple(statements))

    def _declarations(self) -> list[syntax.Declaration]:
        declarations: list[syntax.Declaration] = []
        while self.symbol in DECLARATORS or self.mend():
            depth, start = self.depth, self.position
            try:
                declaration = self.declaration()
                self._after_declaration()
                declarations.append(declaration)
            except Fault:
                self.depth = depth
                self.skip()
                self.doubt(start)
                self.accept(";")
        return declarations

    def _after_declaration(self) -> None:
        if self.symbol == "end":
            message = "after a declaration there must be ';' and a statement, which may be a dummy one"
            self.diagnostics.warn(self.span(self.token), message, "this is taken as if there were ';'")
        elif self.symbol in DECLARATORS or self.symbol in STATEMENT_WORDS or self._starts_line():
            self.error(f"expected ';' after a declaration, found {self.found()}", "is ';' missing?")
        else:
            self.expect(";", " after a declaration", self.habit() or hints.DECLARATIONS.get(self.symbol, ""))

    def _starts_line(self) -> bool:
        """Whether a statement seems to begin a line here, after a semicolon that is missing."""
        return self.symbol == NAME and self.begins_line()

    # <compound tail> ::= <statement> end | <statement> ; <compound tail>
    def _compound_tail(self) -> list[syntax.Statement]:
        statements = self._guarded_statement()
        while self.symbol not in ("end", END_OF_TEXT):
            if self.symbol == ";":
                self.advance()
                statements += self._guarded_statement()
            elif self.symbol == "else":
                self.error("'else' has no 'if' here", "no ';' may stand before 'else'")
                self.advance()
                statements += self._guarded_statement()
            else:
                if statements and isinstance(statements[-1], syntax.CallStatement) and not statements[-1].call.actuals:
                    statements.pop()  # a name before something that cannot be understood is hardly a call
                statements += self._without_semicolon()
        return statements

    def _guarded_statement(self) -> list[syntax.Statement]:
        """Read a statement, or none if there is an error: then go to where the next one may begin."""
        depth, start = self.depth, self.position
        try:
            if self.symbol in DECLARATORS:
                self._late_declaration()
                self.doubt(start)
                return []
            self.lost = False
            return [self.statement()]
        except Fault:
            self.depth = depth
            self.lost = True
            statements = self.skip()
            self.doubt(start)
            return statements

    def _late_declaration(self) -> None:
        """Complain of the first of some declarations after a statement; read them all."""
        if not self.lost:
            self.error("a declaration may not follow a statement", "declarations stand right after a 'begin'")
        self.lost = True
        self.declaration()
        while self.symbol == ";" and self.peek() in DECLARATORS:
            self.advance()
            self.declaration()

    def _without_semicolon(self) -> list[syntax.Statement]:
        """Complain of a symbol after a statement; go on with a statement if one begins here for certain."""
        self.error(f"expected ';' or 'end' before {self.found()}", self._semicolon_hint())
        begins = self.symbol == NAME and self.peek() in (":=", ":")
        if self.symbol in STATEMENT_WORDS or begins or self._starts_line():
            return self._guarded_statement()
        start = max(0, self.position - 1)
        statements = self.skip()
        self.doubt(start)
        return statements

    def _semicolon_hint(self) -> str:
        if hint := hints.FOLLOWERS.get(self.symbol, "") or self.habit():
            return hint
        if self.symbol == NAME:
            return "is ';' missing?" if self.begins_line() else "is ';' or an operator missing?"
        return "is ';' missing?" if self.symbol in STATEMENT_WORDS else ""

    def skip(self) -> list[syntax.Statement]:
        """Go past a part that cannot be understood, to the next semicolon or end; blocks on the way are read."""
        statements: list[syntax.Statement] = []
        while self.symbol not in (";", "end", END_OF_TEXT):
            if self.symbol == "begin":
                statements += self._guarded_statement()
            else:
                self.advance()
        return statements

    def _end_is_missing(self, begin: Token) -> None:
        line = self.span(begin).line
        self.broken = True
        self.error(f"'end' is missing for the 'begin' of line {line}", self.begins.suspicion())

    # <conditional statement> ::= <if statement> | <if statement> else <statement> | <if clause> <for statement> |
    #     <label> : <conditional statement>
    # <if statement> ::= <if clause> <unconditional statement>
    def _if(self, labels: Labels) -> syntax.If:
        first = self.token
        condition = self.if_clause()
        then = self._after_then()
        if self.symbol == "else" and isinstance(then, syntax.For):
            self.error("'else' may not follow a for statement", "put begin and end around the for statement")
        otherwise = self.statement() if self.accept("else") else None
        return syntax.If(self.since(first), labels, condition, then, otherwise)

    def _after_then(self) -> syntax.Statement:
        first = self.token
        then = self.statement()
        if isinstance(then, syntax.If):
            message = "a conditional statement may not follow 'then'"
            self.diagnostics.error(self.span(first), message, "put begin and end around it")
        return then

    # <for statement> ::= <for clause> <statement> | <label> : <for statement>
    # <for clause> ::= for <variable> := <for list> do
    # <for list> ::= <for list element> | <for list> , <for list element>
    def _for(self, labels: Labels) -> syntax.For:
        first = self.expect("for")
        if self.symbol == "(":
            raise self.fault("expected a variable after 'for', found '('", hints.FOR)
        variable = self.named()
        if isinstance(variable, syntax.Call):
            raise self.fault("expected ':=' after the variable of a for statement")
        self.expect(":=", " after the variable of a for statement", hints.FOR)
        elements = self.several(self._for_element)
        self.expect("do", " after the list of a for statement")
        body = self.statement()
        return syntax.For(self.since(first), labels, variable, elements, body)

    # <for list element> ::= <arithmetic expression> |
    #     <arithmetic expression> step <arithmetic expression> until <arithmetic expression> |
    #     <arithmetic expression> while <Boolean expression>
    def _for_element(self) -> syntax.ForElement:
        first = self.token
        value = self.expression()
        if self.accept("step"):
            step = self.expression()
            self.expect("until", " after the step")
            limit = self.expression()
            return syntax.ForStep(self.since(first), value, step, limit)
        if self.accept("while"):
            condition = self.expression()
            return syntax.ForWhile(self.since(first), value, condition)
        if self.symbol == "until":
            raise self.fault("expected 'step' before 'until'", "write: step 1 until")
        return syntax.ForValue(self.since(first), value)

    # <go to statement> ::= go to <designational expression>
    def _goto(self, labels: Labels) -> syntax.Goto:
        first = self.expect("goto")
        target = self.expression()
        return syntax.Goto(self.since(first), labels, target)

    # <assignment statement> ::= <left part list> <arithmetic expression> | <left part list> <Boolean expression>
    # <left part list> ::= <left part> | <left part list> <left part>
    # <left part> ::= <variable> := | <procedure identifier> :=
    # <procedure statement> ::= <procedure identifier> <actual parameter part>
    def _assignment_or_call(self, labels: Labels) -> syntax.Assignment | syntax.CallStatement:
        first = self.token
        target = self.named()
        if self.symbol != ":=":
            return self._call(first, labels, target)
        targets: list[syntax.Name | syntax.Subscripted] = []
        value: syntax.Expression = target
        while self.symbol == ":=":
            if value.enclosed or not isinstance(value, syntax.Name | syntax.Subscripted):
                hint = hints.ELEMENT if isinstance(value, syntax.Call) else ""
                raise self.fault("only a variable can stand to the left of ':='", hint)
            targets.append(value)
            self.advance()
            value = self.expression()
        return syntax.Assignment(self.since(first), labels, tuple(targets), value)

    def _call(
        self, first: Token, labels: Labels, called: syntax.Name | syntax.Subscripted | syntax.Call
    ) -> syntax.CallStatement:
        if isinstance(called, syntax.Subscripted) or self.symbol == "=":
            hint = self.habit() or hints.ASSIGNMENTS.get(self.symbol, "")
            raise self.fault(f"expected ':=' here, found {self.found()}", hint)
        call = called if isinstance(called, syntax.Call) else syntax.Call(called.at, called, ())
        return syntax.CallStatement(self.since(first), labels, call)


__all__ = ["Parser", "parse"]


def parse(source: Text, lexer: Lexer, diagnostics: Diagnostics) -> syntax.Program:
    """Return the tree; if there are errors they are noted, and it is of no use."""
    tokens = lexer.scan()
    if lexer.broken:
        raise TooManyErrorsError
    parser = Parser(source, tokens, diagnostics, lexer.comment_ends)
    program = parser.program(lexer.title)
    if parser.broken:
        raise TooManyErrorsError
    _check_depth(program, diagnostics)
    return program


def _check_depth(program: syntax.Program, diagnostics: Diagnostics) -> None:
    """Refuse trees that are too deep for passes that recur: long chains of operators nest, too."""
    level: list[syntax.Node] = [program]
    depth = 0
    while level and depth < DEPTH:
        level = [child for node in level for child in children(node)]
        depth += 1
    if level:
        diagnostics.error(level[0].at, f"the program is nested too deeply here: more than {DEPTH:,} levels")
        raise TooManyErrorsError

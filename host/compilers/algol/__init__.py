"""ALGOL 60: from a program's text to code.

The stages, a file or a folder each: `symbols.py` and `lexer.py` read symbols, `parser/` builds the tree of `syntax.py`,
`names.py` gives every identifier its declaration, `types/` every expression its type, `recursion.py` says which
procedures need a stack. `front.py` runs these; `cdc6600/` writes COMPASS; `compiler.py` is all of it.
"""

"""Published figures beside our own: `ironboard figures` generates docs/figures.md.

    documents/*.toml    the figures, a file for each document: data, so that a figure needs no code
    table.py            reads the figures, finds their measurements and compares the values
    measured/*.py       functions that measure ours, a file for each document; all files are loaded
    page.py             prints, writes and checks the page

A figure without a function is "not yet". A new document needs a file in documents/ and one in measured/,
and nothing else.
"""

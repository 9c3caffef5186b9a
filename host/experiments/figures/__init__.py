"""What was published, and what comes out here: `ironboard figures` generates docs/figures.md.

    documents/*.toml    the figures, a file for each document: data, so that one is added without code
    table.py            reads them; whether two values agree; which function measures which figure
    measured/*.py       functions that measure ours, a file for each document; found by themselves
    page.py             the page, printed, written and checked

A figure without a function is "not yet". A document that is added later adds a file to documents/ and one to measured/,
and nothing else.
"""

"""What was published, and what comes out here: `ironboard figures` generates docs/figures.md.

    documents/*.toml    the figures, a file for each document: data, so that nobody writes code to add one
    table.py            reads them
    machines/*.py       functions that measure ours, a file for each machine or program; found by themselves
    measuring.py        which function measures which figure
    calling.py          lets them call routines of the 6600, and look at them on the way
    agreement.py        whether the two agree
    page.py             the page
    command.py          print, write, check

A figure without a function is "not yet". A machine that is built later adds a file to machines/, and nothing else.
"""

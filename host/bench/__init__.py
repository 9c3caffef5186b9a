"""How fast are the machines? `ironboard bench` measures it; docs/benchmarks.md tells how, and what came of it.

suite.py            the table of workloads, and the walk over it
measuring.py        what a measurement is: rows, tables, goals; tasks that take turns
programs.py         the programs of asm/kim1/bench/: functional, copying, decimals, primes, scanning
chains.py, wally.py routines and answers of Wally
configurations.py   what costs speed; rewinding.py going back in time; starting.py processes
columns.py          what the tables show: text.py, markdown.py
plot.py, svg.py     the picture
document.py         the file of figures; comparing.py two of them
"""

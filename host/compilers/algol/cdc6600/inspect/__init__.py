"""Looking into a running ALGOL program: where it is, who called whom, and what its names stand for.

`codemap` follows calls and knows the text around a place, `storage` where the words of names are and what they mean.
`evaluate` computes expressions from the words of storage: no code of the program runs. `showing` writes names with
their values, `fault` says why a program has stopped, `inspector` offers all this to the debugger.
"""

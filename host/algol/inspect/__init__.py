"""Looking into a running ALGOL program: where it is, who called whom, and what its names stand for.

`codemap` says which statement an instruction is of, `environment` where the words of names are, seen from an
activation, `values` what words mean, `actuals` what a formal parameter stands for. `evaluate` computes expressions from
the words of storage: no code of the program runs. `steps` goes from statement to statement. `inspector` offers all this
to the debugger, by the debugger's protocol (host/debugger/language.py).
"""

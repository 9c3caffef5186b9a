"""From the tree of an ALGOL 60 program to the intermediate form (host/compilers/ir/form.py)."""

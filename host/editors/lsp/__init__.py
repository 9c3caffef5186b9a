"""Sources in editors: the Language Server Protocol, for every language of the machines.

analysis.py     what a language tells of a source: errors, names and their places, what words mean
languages.py    which languages there are: the rows of the registry, and that of rules of games
documents.py    the texts that are open, analysed when they have changed
server.py       the protocol, by pygls
"""

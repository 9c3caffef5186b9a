"""Sources in editors: the Language Server Protocol, for every language of the machines.

analysis.py     the facts about a source: errors, names and their places, the meanings of words
languages.py    which languages there are: the rows of the registry, and that of rules of games
documents.py    the texts that are open, analysed when they have changed
server.py       the protocol, by pygls
"""

"""Sources in editors: the Language Server Protocol, for every language of the machines.

analysis.py     the facts about a source: errors, names and their places, the meanings of words
languages.py    which languages there are: the rows of the registry, and that of rules of games
documents.py    the texts that are open, analysed when they have changed
edits.py        renaming, and cures of errors: changes that are tried before they are made
outline.py      outline and folds; completion.py words and forms of calls while one types; tokens.py colours
server.py       places and messages as the protocol has them, by pygls; requests.py its requests
"""

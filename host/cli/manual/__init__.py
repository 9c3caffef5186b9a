"""The command about itself, made of the parsers: completion for shells, the manual page.

words.py       the commands with their options, values and titles, as data
bash.py ...    the completion for a shell
page.py        the manual page
"""

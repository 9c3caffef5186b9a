"""The debugger as a server of the Debug Adapter Protocol: editors step programs with it.

    server.py         standard input and output, or a port: bytes in, bytes out
    messages.py       bytes to messages, and the arguments of requests
    requests.py       the table: which function answers which request, and when it may be asked
    conversation.py   messages to requests, answers and events; runs the machine between them
    variables.py      requests about values: scopes, variables, expressions
    addresses.py      requests about places in memory: breakpoints, memory, disassembly
    debuggee.py       what is being debugged: the session, its pace, its console, and why it has halted
    marks.py          the editor's breakpoints
    sources.py        files, lines and disassembly listings
    client.py         what the editor says of itself, and what it wants to launch

Source: https://microsoft.github.io/debug-adapter-protocol, specification and overview.
"""

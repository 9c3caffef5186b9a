"""The debugger as a server of the Debug Adapter Protocol: editors step programs with it.

    server.py         standard input and output, or a port: bytes in, bytes out
    messages.py       bytes to messages, the arguments of requests, the editor's capabilities and launch request
    requests.py       the table: which function answers which request, and when it may be asked
    conversation.py   messages to requests, answers and events; runs the machine between them
    variables.py      requests about values: scopes, variables, expressions
    addresses.py      requests about places in memory: breakpoints, memory, disassembly
    debuggee.py       the debugged program: the session, its pace, its console, and why it has halted
    sources.py        files, lines and disassembly listings; the editor's breakpoints

Source: https://microsoft.github.io/debug-adapter-protocol, specification and overview.
"""

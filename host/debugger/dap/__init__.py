"""The debugger as a server of the Debug Adapter Protocol: editors step programs with it.

    server.py         standard input and output, or a port: bytes in, bytes out
    framing.py        bytes to messages
    conversation.py   messages to requests, answers and events; runs the machine between them
    requests.py       the table: which function answers which request, and when it may be asked
    debuggee.py       what is being debugged: the session, and what the editor has to do with it

The other files hold the functions of the table, by topic, and what they work on.

Source: https://microsoft.github.io/debug-adapter-protocol, specification and overview.
"""

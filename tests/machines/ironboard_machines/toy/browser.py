"""The Toy in a page: its inputs, and what it prints, on the record alone."""


def give(k, kind, value):
    """Do an input."""
    if kind == "key":
        k.m.key = value
    elif kind == "register" and value[0] == "PC":
        k.m.pc = value[1]
    else:
        return "a page cannot do this to a Toy: " + kind
    return ""


def printed(k):
    """Return what has been printed since the last time."""
    text = "".join([chr(k.m.paper[place]) for place in range(k.m.paper_length)])
    k.m.paper_length = 0
    return text

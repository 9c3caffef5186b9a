"""Whether boxes overlap, or lie in each other."""


def overlap(one, other):
    return (
        one.x < other.x + other.w and other.x < one.x + one.w and one.y < other.y + other.h and other.y < one.y + one.h
    )


def inside(box, outer):
    return (
        outer.x <= box.x
        and outer.y <= box.y
        and box.x + box.w <= outer.x + outer.w
        and box.y + box.h <= outer.y + outer.h
    )

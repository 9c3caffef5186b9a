"""`python -m emulators.warm`: compile every machine into the cache, so that the next start finds it there."""

from __future__ import annotations

from emulators.kim1 import processor


def main() -> None:
    """Run one instruction of everything that Python calls, and so compile it."""
    processor.warm()


if __name__ == "__main__":
    main()

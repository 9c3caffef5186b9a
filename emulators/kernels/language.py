"""What the cores use of the language of kernels besides Python itself: bundles of functions, and a hint."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def out_of_line(function: F) -> F:
    """Mark a function as one for rare paths: in C it is called, not pasted into its callers as the others are."""
    function.out_of_line = True  # type: ignore[attr-defined]
    return function


class Functions:
    """A bundle of functions to hand to others as one argument; subclasses name them in `names`.

    In C every function that is handed a bundle is made for it: calls through the bundle cost nothing.
    """

    names: tuple[str, ...] = ()

    def __init__(self, *functions: Callable[..., Any]) -> None:
        for name, function in zip(self.names, functions, strict=True):
            setattr(self, name, function)

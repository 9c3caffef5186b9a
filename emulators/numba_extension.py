"""What Numba has to learn for `compiled.py`: bundles of functions, no inlining, a cache shared by processes."""

from __future__ import annotations

import itertools
import os
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.bytecode import FunctionIdentity
from numba.core.imputils import lower_constant, lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate
from numba.extending import infer_getattr, intrinsic, models, register_model, typeof_impl


@intrinsic
def multiply_wide(_typing: object, _a: object, _b: object) -> Any:
    """Compile `compiled.upper_product` to a product of 128 bits, which processors have."""

    def generate(_context: object, builder: Any, _signature: object, arguments: Any) -> Any:
        wide = ir.IntType(128)
        a, b = (builder.zext(each, wide) for each in arguments)
        return builder.trunc(builder.lshr(builder.mul(a, b), ir.Constant(wide, 48)), ir.IntType(64))

    return types.int64(types.int64, types.int64), generate


def ignore_literals(dispatcher: Any) -> Any:
    """Let a function be compiled once for integers, not again for every constant it is called with; return it."""
    compile_for = dispatcher.compile
    dispatcher.compile = lambda signature: compile_for(tuple(map(types.unliteral, signature)))
    return dispatcher


def tell_processes_apart() -> None:
    """Let no two processes give their functions the same numbers, as Numba does, which counts from 1 in each.

    Symbols of machine code are named by these numbers, and by numbers of record types. Code that several processes
    have put into the cache could have the same name for functions of different records, and only one would be used.
    """
    FunctionIdentity._unique_ids = itertools.count(int.from_bytes(os.urandom(6), "big"))


def teach_numba(bundle: type[Any]) -> Any:
    """Give Numba a type for `bundle` whose attributes are known when compiling; return the `never_inline` it knows."""

    class FunctionsType(types.Opaque):
        def __init__(self, functions: Any) -> None:
            self.functions = functions
            super().__init__(f"Functions({id(functions)})")

    register_model(FunctionsType)(models.OpaqueModel)

    @typeof_impl.register(bundle)
    def _typeof(value: Any, _context: object) -> FunctionsType:
        return FunctionsType(value)

    @infer_getattr
    class _Attribute(AttributeTemplate):
        key = FunctionsType

        def generic_resolve(self, typ: FunctionsType, name: str) -> Any:
            return types.Dispatcher(getattr(typ.functions, name))

    @lower_getattr_generic(FunctionsType)
    def _getattr(context: Any, *_: object) -> Any:
        return context.get_dummy_value()

    @lower_constant(FunctionsType)
    def _constant(context: Any, *_: object) -> Any:
        return context.get_dummy_value()

    @intrinsic
    def _never_inline(_typing: object) -> Any:
        def generate(context: Any, builder: Any, *_: object) -> Any:
            builder.function.attributes.add("noinline")
            return context.get_dummy_value()

        return types.none(), generate

    return _never_inline

"""What Numba has to learn for `compiled.py`: bundles of functions, functions never inlined, constants as integers."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core.imputils import lower_constant, lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate
from numba.extending import infer_getattr, intrinsic, models, register_model, typeof_impl


def ignore_literals(dispatcher: Any) -> Any:
    """Let a function be compiled once for integers, not again for every constant it is called with; return it."""
    compile_for = dispatcher.compile
    dispatcher.compile = lambda signature: compile_for(tuple(map(types.unliteral, signature)))
    return dispatcher


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

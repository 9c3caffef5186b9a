"""Results of commands as JSON, for other programs: the output of --json.

The shape of a result is a TypedDict beside the function that makes it; a key's meaning is in its annotation:

    class Image(TypedDict):
        '''An image in roms/.'''

        name: str
        size: Annotated[int, "words of the machine's memory"]

A type checker compares results with their shapes; `schema` makes a JSON Schema of one, for the manual and for tests.
"""

from __future__ import annotations

import inspect
import json
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

DIALECT = "https://json-schema.org/draft/2020-12/schema"
TYPES = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}


def show(result: object) -> None:
    """Print a result."""
    print(json.dumps(result, indent=2, ensure_ascii=False))


def schema(shape: Any) -> dict[str, Any]:
    """Return the JSON Schema of a type: a TypedDict, list, dict by names, Literal, union, or a simple one."""
    origin, parts = get_origin(shape), get_args(shape)
    if origin is Annotated:
        return {**schema(parts[0]), "description": parts[1]}
    if is_typeddict(shape):
        keys = {name: schema(each) for name, each in get_type_hints(shape, include_extras=True).items()}
        required = [name for name in keys if name in shape.__required_keys__]
        about = {"description": inspect.cleandoc(shape.__doc__)} if shape.__doc__ else {}
        return {"type": "object", **about, "properties": keys, "required": required}
    if origin in (UnionType, Union):
        return {"anyOf": [schema(each) for each in parts]}
    if origin is list:
        return {"type": "array", "items": schema(parts[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": schema(parts[1])}
    if origin is Literal:
        return {"enum": [*parts]}
    return {} if shape is Any else {"type": TYPES[shape]}

"""The bodies of requests, in the description of the API: commands without what the server adds."""

from functools import cache
from typing import Any, get_type_hints

import msgspec
from litestar.openapi.spec import Schema
from litestar.plugins import OpenAPISchemaPlugin
from litestar.typing import FieldDefinition

from raccord.duplicate import commands as cmd


class CommandBodies(OpenAPISchemaPlugin):
    """Describes a command by the fields a program may send."""

    @staticmethod
    def is_plugin_supported_type(value: Any) -> bool:
        """Whether it is a command."""
        return isinstance(value, type) and issubclass(value, cmd.Command)

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: Any) -> Schema:
        """The schema of the fields that may be sent."""
        sent = FieldDefinition.from_annotation(_sent(field_definition.annotation))
        schema: Schema = schema_creator.for_field_definition(sent)
        return schema


@cache
def _sent(command: type[cmd.Command]) -> type[msgspec.Struct]:
    hints = get_type_hints(command, include_extras=True)
    fields: list[Any] = []
    for field in msgspec.structs.fields(command):
        hint = hints[field.name]
        if hint in cmd.OF_THE_SERVER:
            continue
        default = () if field.required else (field.default,)
        fields.append((field.name, hint, *default))
    fields.sort(key=len)
    return msgspec.defstruct(command.__name__, fields, namespace={"__doc__": command.__doc__})

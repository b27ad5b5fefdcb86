"""The base of the generated models."""

from typing import Any, Literal, get_args, get_origin

from pydantic import (
    BaseModel,
    ConfigDict,
    ValidationError,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    field_validator,
)


class Model(BaseModel):
    """A value of the API.

    A newer server may send fields and values that this client does not know. It keeps both as they came, so that it goes
    on working: a `match` needs a `case _`.
    """

    model_config = ConfigDict(extra="allow", use_attribute_docstrings=True, protected_namespaces=())

    @field_validator("*", mode="wrap")
    @classmethod
    def keep_unknown_values(cls, value: Any, read: ValidatorFunctionWrapHandler, info: ValidationInfo) -> Any:
        try:
            return read(value)
        except ValidationError:
            if cls._is_tag(info.field_name or ""):
                raise
            return value

    @classmethod
    def _is_tag(cls, name: str) -> bool:
        """Whether a field has one possible value, which tells apart the models of a union."""
        annotation = cls.model_fields[name].annotation
        return get_origin(annotation) is Literal and len(get_args(annotation)) == 1

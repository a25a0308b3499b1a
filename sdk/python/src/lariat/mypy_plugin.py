"""Tells mypy what an actor's instance has: self.storage, self.address and self.deployer. In the configuration of mypy:

    [mypy]
    plugins = lariat.mypy_plugin

A class is taken for an actor if it has a method with the argument `payload`, or `deploy`, and any module that is checked imports pvm_host
or cowboy_sdk. `lariat new` writes a copy of this file into a project."""
from collections.abc import Callable

from mypy.nodes import MDEF, Decorator, FuncDef, SymbolTableNode, Var
from mypy.plugin import ClassDefContext, Plugin

GIVEN = {"storage": "pvm_host.Storage", "address": "builtins.bytes", "deployer": "builtins.bytes"}
HOSTS = ("pvm_host", "cowboy_sdk")


def _add_attributes(context: ClassDefContext) -> None:
    functions = [part for part in context.cls.defs.body if isinstance(part, FuncDef)]
    decorated = [part.func for part in context.cls.defs.body if isinstance(part, Decorator)]
    if getattr(context.api, "is_stub_file", False):  # lariat_test has methods with payloads, and no actors
        return
    if not any("payload" in part.arg_names or part.name == "deploy" for part in [*functions, *decorated]):
        return
    modules = getattr(context.api, "modules", {})
    if not any(host in modules for host in HOSTS):
        return
    for name, kind in GIVEN.items():
        if name in context.cls.info.names:
            continue
        of = context.api.named_type_or_none(kind)
        if of is None:
            continue
        variable = Var(name, of)
        variable.info = context.cls.info
        variable._fullname = f"{context.cls.fullname}.{name}"
        context.cls.info.names[name] = SymbolTableNode(MDEF, variable)


class LariatPlugin(Plugin):
    """Adds the attributes of actors."""

    def get_customize_class_mro_hook(self, fullname: str) -> Callable[[ClassDefContext], None] | None:
        return _add_attributes


def plugin(version: str) -> type[Plugin]:
    """What mypy calls."""
    return LariatPlugin

"""Programs as the generator makes them: typed trees whose names are all different.

All binding goes through Lam, so that whoever walks a tree needs to know no construct:
`let x = v in b` is Exp("let", kids=(v, Lam([x], b))).
"""
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Scalar:
    name: str


F64, I64, BOOL = Scalar("f64"), Scalar("i64"), Scalar("bool")
OPTION = Scalar("option")  # a sum: an f64, or nothing


@dataclass(frozen=True)
class Size:
    """A length: how it is written, and what it is in the run."""

    text: str
    value: int


@dataclass(frozen=True)
class Array:
    size: Size
    row: Any


@dataclass(frozen=True)
class Product:
    """A tuple, or a record if its fields have names."""

    parts: tuple
    names: tuple = ()


@dataclass(frozen=True)
class Function:
    params: tuple
    result: Any


@dataclass(frozen=True)
class Exp:
    op: str
    type: Any
    kids: tuple = ()
    data: Any = None


@dataclass(frozen=True)
class Lam:
    params: tuple  # of (name, type)
    body: Exp
    text: str = ""  # how it is written, when it is an operator with a name
    law: bool = False  # it has to stay an associative operator

    @property
    def type(self):
        return Function(tuple(type for _, type in self.params), self.body.type)


@dataclass(frozen=True)
class Def:
    """A function at the top, which may call itself."""

    name: str
    lam: Lam
    inlined: bool = True


@dataclass
class Program:
    """A function `main` of `inputs`, and the point, direction and weights of its derivatives."""

    main: Lam
    defs: list = field(default_factory=list)
    point: tuple = ()
    direction: tuple = ()
    weights: Any = None


def literal(x):
    return Exp("f64", F64, data=float(x))


def integer(i):
    return Exp("i64", I64, data=i)


def length(size):
    return Exp("size", I64, data=size)


def var(name, type):
    return Exp("var", type, data=name)


def prim(name, *kids):
    return Exp("prim", F64, kids, name)


def binary(op, a, b):
    return Exp("i64op", I64, (a, b), op)


def free(tree):
    """The names that occur in a tree and are bound outside of it."""
    if isinstance(tree, Lam):
        return free(tree.body) - {name for name, _ in tree.params}
    names = {tree.data} if tree.op == "var" else set()
    for kid in tree.kids:
        names |= free(kid)
    return names


def count(tree):
    """How large a tree is."""
    if isinstance(tree, Lam):
        return count(tree.body)
    return 1 + sum(count(kid) for kid in tree.kids)


def sizes_of(type):
    """The lengths in a type."""
    if isinstance(type, Array):
        return [type.size] + sizes_of(type.row)
    if isinstance(type, Product):
        return [size for part in type.parts for size in sizes_of(part)]
    return []


def dims(type):
    """The lengths of an array, outermost first, and the type of its elements."""
    sizes = []
    while isinstance(type, Array):
        sizes.append(type.size)
        type = type.row
    return sizes, type


def array_of(sizes, element):
    for size in reversed(sizes):
        element = Array(size, element)
    return element


def zero(type):
    """The simplest expression of a type."""
    if type == F64:
        return literal(0.5)
    if type == I64:
        return integer(0)
    if type == BOOL:
        return Exp("bool", BOOL, data=True)
    if isinstance(type, Array):
        return Exp("replicate", type, (length(type.size), zero(type.row)))
    return Exp("tuple", type, tuple(zero(part) for part in type.parts))

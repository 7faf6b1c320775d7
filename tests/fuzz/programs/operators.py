"""Associative operators with their neutral elements, for reductions, scans and histograms.

What an operator captures may be any number of the program: it is associative for each.
"""
from tree import F64, Array, Exp, Lam, Product, length, literal, prim, var


class Operators:
    """Makes them with the names and the numbers of a generator."""

    def __init__(self, generator):
        self.g = generator

    def scalar(self, scope):
        """(operator, neutral element) on f64."""
        kind = self.g.random.choice("+++**<>acctm")
        a, b = (self.g.name("a"), F64), (self.g.name("b"), F64)
        x, y = var(*a), var(*b)
        named = {"+": ("+", 0.0, "(+)"), "*": ("*", 1.0, "(*)")}
        named["<"] = ("min", float("inf"), "f64.min")
        named[">"] = ("max", float("-inf"), "f64.max")
        if kind in named:
            op, neutral, text = named[kind]
            text = text if self.g.random.random() < 0.7 else ""
            return Lam((a, b), prim(op, x, y), text, True), self.constant(neutral)
        if kind == "a":  # the sum, written out
            return Lam((a, b), prim("+", y, x), law=True), literal(0.0)
        if kind == "c":  # x + y + c x y
            c = prim("*", literal(0.3), self.g.tame(self.g.exp(F64, scope, 1)))
            body = prim("+", prim("+", x, y), prim("*", c, prim("*", x, y)))
            return Lam((a, b), body, law=True), literal(0.0)
        if kind == "t":  # that of tanh (u + v)
            over = prim("/", prim("+", x, y), prim("+", literal(1.0), prim("*", x, y)))
            return Lam((a, b), over, law=True), literal(0.0)
        # x + y + m, with neutral element -m
        m = self.g.exp(F64, [(n, t) for n, t in scope if t == F64], 0)
        return Lam((a, b), prim("+", prim("+", x, y), m), law=True), prim("neg", m)

    def sum(self):
        a, b = (self.g.name("a"), F64), (self.g.name("b"), F64)
        return Lam((a, b), prim("+", var(*a), var(*b)), "(+)", True), literal(0.0)

    @staticmethod
    def constant(x):
        if x in (float("inf"), float("-inf")):
            return Exp("infinity", F64, data=x)
        return literal(x)

    def pair(self):
        """(operator, neutral element) on pairs: composition of linear functions, or complex."""
        type = Product((F64, F64))
        a, b = (self.g.name("p"), type), (self.g.name("q"), type)
        (x0, x1), (y0, y1) = self.parts(a), self.parts(b)
        kind = self.g.random.choice(["linear", "complex", "apart"])
        if kind == "linear":
            made = (prim("*", x0, y0), prim("+", prim("*", x1, y0), y1))
            neutral = (1.0, 0.0)
        elif kind == "complex":
            made = (
                prim("-", prim("*", x0, y0), prim("*", x1, y1)),
                prim("+", prim("*", x0, y1), prim("*", x1, y0)),
            )
            neutral = (1.0, 0.0)
        else:
            made = (prim("+", x0, y0), prim("*", y1, x1))
            neutral = (0.0, 1.0)
        pair = Exp("tuple", type, tuple(literal(z) for z in neutral))
        return Lam((a, b), Exp("tuple", type, made), law=True), pair, kind != "linear"

    @staticmethod
    def parts(pair):
        name, type = pair
        return [Exp("part", F64, (var(name, type),), i) for i in range(2)]

    def rows(self, type):
        """(operator, neutral element) on arrays: sums of elements, or of twice nested ones."""
        a, b = (self.g.name("r"), type), (self.g.name("s"), type)
        return Lam((a, b), self.row_sum(var(*a), var(*b)), law=True), self.zeros(type)

    def row_sum(self, x, y):
        if not isinstance(x.type, Array):
            return prim("+", x, y)
        a, b = (self.g.name("u"), x.type.row), (self.g.name("v"), x.type.row)
        text = "(+)" if x.type.row == F64 else ""
        return Exp("map", x.type, (Lam((a, b), self.row_sum(var(*a), var(*b)), text), x, y))

    @staticmethod
    def zeros(type):
        if not isinstance(type, Array):
            return literal(0.0)
        return Exp("replicate", type, (length(type.size), Operators.zeros(type.row)))

"""Numbers with derivatives: forward duals of any nesting, and a tape for reverse mode.

A number is a float, or stands on a level: a Dual (value and tangent) or a Var (a node of the tape)
whose parts are of lower levels. An operation happens on the highest level among its operands, to
which the others are constants; its partial derivatives are operations one level below.
"""
import math


class Unfit(Exception):
    """The program is no good for a comparison: values too large, or too much work."""


class Dual:
    __slots__ = ("level", "value", "tangent")

    def __init__(self, level, value, tangent):
        self.level, self.value, self.tangent = level, value, tangent


class Var:
    __slots__ = ("level", "value", "parents", "adjoint")

    def __init__(self, level, value, parents):
        self.level, self.value, self.parents, self.adjoint = level, value, parents, None


def sigmoid(x):
    return 1 / (1 + math.exp(-x)) if x > 0 else math.exp(x) / (1 + math.exp(x))


def sign(x):
    return math.copysign(1.0, x) if x != 0 else 0.0


LN2 = math.log(2.0)

# Each operation: its value, and a partial derivative for each operand, as a function of the
# arithmetic, the operands and the result. None is a partial that is zero everywhere.
OPS = {
    "+": (lambda x, y: x + y, (lambda a, x, y, r: 1.0, lambda a, x, y, r: 1.0)),
    "-": (lambda x, y: x - y, (lambda a, x, y, r: 1.0, lambda a, x, y, r: -1.0)),
    "*": (lambda x, y: x * y, (lambda a, x, y, r: y, lambda a, x, y, r: x)),
    "/": (
        lambda x, y: x / y,
        (lambda a, x, y, r: a("/", 1.0, y), lambda a, x, y, r: a("neg", a("/", r, y))),
    ),
    "neg": (lambda x: -x, (lambda a, x, r: -1.0,)),
    "sin": (math.sin, (lambda a, x, r: a("cos", x),)),
    "cos": (math.cos, (lambda a, x, r: a("neg", a("sin", x)),)),
    "tan": (math.tan, (lambda a, x, r: a("+", 1.0, a("*", r, r)),)),
    "asin": (
        math.asin,
        (lambda a, x, r: a("/", 1.0, a("sqrt", a("-", 1.0, a("*", x, x)))),),
    ),
    "acos": (
        math.acos,
        (lambda a, x, r: a("/", -1.0, a("sqrt", a("-", 1.0, a("*", x, x)))),),
    ),
    "atan": (math.atan, (lambda a, x, r: a("/", 1.0, a("+", 1.0, a("*", x, x))),)),
    "sinh": (math.sinh, (lambda a, x, r: a("cosh", x),)),
    "cosh": (math.cosh, (lambda a, x, r: a("sinh", x),)),
    "tanh": (math.tanh, (lambda a, x, r: a("-", 1.0, a("*", r, r)),)),
    "asinh": (
        math.asinh,
        (lambda a, x, r: a("/", 1.0, a("sqrt", a("+", 1.0, a("*", x, x)))),),
    ),
    "acosh": (
        math.acosh,
        (lambda a, x, r: a("/", 1.0, a("sqrt", a("-", a("*", x, x), 1.0))),),
    ),
    "atanh": (math.atanh, (lambda a, x, r: a("/", 1.0, a("-", 1.0, a("*", x, x))),)),
    "exp": (math.exp, (lambda a, x, r: r,)),
    "exp2": (math.exp2, (lambda a, x, r: a("*", LN2, r),)),
    "expm1": (math.expm1, (lambda a, x, r: a("exp", x),)),
    "log": (math.log, (lambda a, x, r: a("/", 1.0, x),)),
    "log2": (math.log2, (lambda a, x, r: a("/", 1.0 / LN2, x),)),
    "log10": (math.log10, (lambda a, x, r: a("/", 1.0 / math.log(10.0), x),)),
    "log1p": (math.log1p, (lambda a, x, r: a("/", 1.0, a("+", 1.0, x)),)),
    "sqrt": (math.sqrt, (lambda a, x, r: a("/", 0.5, r),)),
    "rsqrt": (
        lambda x: 1 / math.sqrt(x),
        (lambda a, x, r: a("*", -0.5, a("/", r, x)),),
    ),
    "cbrt": (math.cbrt, (lambda a, x, r: a("/", 1.0 / 3.0, a("*", r, r)),)),
    "erf": (
        math.erf,
        (lambda a, x, r: a("*", 2 / math.sqrt(math.pi), a("exp", a("neg", a("*", x, x)))),),
    ),
    "erfc": (
        math.erfc,
        (lambda a, x, r: a("*", -2 / math.sqrt(math.pi), a("exp", a("neg", a("*", x, x)))),),
    ),
    "logistic": (sigmoid, (lambda a, x, r: a("*", r, a("-", 1.0, r)),)),
    "recip": (lambda x: 1 / x, (lambda a, x, r: a("neg", a("*", r, r)),)),
    "sinpi": (
        lambda x: math.sin(math.pi * x),
        (lambda a, x, r: a("*", math.pi, a("cospi", x)),),
    ),
    "cospi": (
        lambda x: math.cos(math.pi * x),
        (lambda a, x, r: a("*", -math.pi, a("sinpi", x)),),
    ),
    "abs": (abs, (lambda a, x, r: sign(a.primal(x)),)),
    "floor": (lambda x: float(math.floor(x)), (None,)),
    "atan2": (
        math.atan2,
        (
            lambda a, y, x, r: a("/", x, a("+", a("*", x, x), a("*", y, y))),
            lambda a, y, x, r: a("neg", a("/", y, a("+", a("*", x, x), a("*", y, y)))),
        ),
    ),
    "hypot": (
        math.hypot,
        (lambda a, x, y, r: a("/", x, r), lambda a, x, y, r: a("/", y, r)),
    ),
    "**": (
        math.pow,
        (
            lambda a, x, y, r: a("*", y, a("**", x, a("-", y, 1.0))),
            lambda a, x, y, r: a("*", r, a("log", x)),
        ),
    ),
    "fma": (
        lambda x, y, z: x * y + z,
        (lambda a, x, y, z, r: y, lambda a, x, y, z, r: x, lambda a, x, y, z, r: 1.0),
    ),
}


class Arithmetic:
    """Computes, and watches what it computes: how large it gets, how near to a kink, how much."""

    LARGEST = 1e5
    MOST_STEPS = 60_000

    def __init__(self):
        self.tape = []
        self.level = 0  # of the innermost derivative under way
        self.scale = 1.0  # of anything computed, at least
        self.gap = math.inf  # the least distance of a choice between numbers from going otherwise
        self.steps = 0

    def __call__(self, name, *xs):
        level = 0
        for x in xs:
            if type(x) is not float and x.level > level:
                level, top = x.level, type(x)
        value, partials = OPS[name]
        if level == 0:
            return self.watched(self.compute(value, xs))
        inner = [x.value if type(x) is not float and x.level == level else x for x in xs]
        result = self(name, *inner)
        found = []
        for x, partial in zip(xs, partials):
            if partial is not None and type(x) is not float and x.level == level:
                found.append((x, partial(self, *inner, result)))
        if top is Var:
            return self.record(Var(level, result, found))
        tangent = 0.0
        for x, slope in found:
            tangent = self.plus(tangent, self.times(slope, x.tangent))
        return Dual(level, result, tangent)

    def compute(self, value, xs):
        try:
            return value(*xs)
        except (ValueError, OverflowError, ZeroDivisionError):
            raise Unfit("outside of a domain") from None

    def watched(self, y):
        self.steps += 1
        if self.steps > self.MOST_STEPS:
            raise Unfit("too much work")
        if not abs(y) <= self.scale:
            self.scale = abs(y)
            if not abs(y) <= self.LARGEST:
                raise Unfit("too large")
        return y

    def record(self, node):
        self.tape.append(node)
        return node

    def plus(self, x, y):
        if type(x) is float and x == 0.0:
            return y
        if type(y) is float and y == 0.0:
            return x
        return self("+", x, y)

    def times(self, x, y):
        """As `*`, but nothing comes of what is not there."""
        for a, b in ((x, y), (y, x)):
            if type(a) is float and (a == 0.0 or a == 1.0):
                return b if a == 1.0 else 0.0
        return self("*", x, y)

    @staticmethod
    def primal(x):
        while type(x) is not float:
            x = x.value
        return x

    def less(self, x, y):
        """x < y; a choice."""
        a, b = self.primal(x), self.primal(y)
        if x is not y and (a != b or type(x) is not float or type(y) is not float):
            self.gap = min(self.gap, abs(a - b))
        return a < b

    def near(self, x, y):
        """Notes that something changes where x is y."""
        self.less(x, y)

    def sweep(self):
        """Adjoints of all nodes, from those that have been given."""
        for node in reversed(self.tape):
            if node.adjoint is None:
                continue
            for parent, slope in node.parents:
                term = self.times(slope, node.adjoint)
                parent.adjoint = term if parent.adjoint is None else self.plus(parent.adjoint, term)

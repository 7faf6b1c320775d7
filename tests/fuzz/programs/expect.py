"""What a program's derivatives have to be: one run over a tape of dual numbers gives them all."""
import math
from dataclasses import dataclass

from dual import Arithmetic, Dual, Unfit, Var
from evaluate import Evaluator, leaves, like
from tree import F64, Array, Product

TOLERANCE = 1e-10  # of the largest number that came up on the way
NEAREST = 1e-7  # to a kink


@dataclass
class Expected:
    """In the order in which `laguz_text.all_derivatives` asks for them: (what, numbers)."""

    results: list
    tolerance: float

    def compare(self, numbers):
        """What is wrong with the numbers that came out; empty: nothing."""
        wanted = [x for _, part in self.results for x in part]
        if len(wanted) != len(numbers):
            return f"{len(numbers)} numbers instead of {len(wanted)}"
        at = 0
        for what, part in self.results:
            for i, x in enumerate(part):
                y = numbers[at + i]
                if not abs(x - y) <= self.tolerance:
                    return f"{what}: number {i} is {y!r} instead of {x!r}"
            at += len(part)
        return ""


def random_value(random, type, low=-1.5, high=1.5):
    if isinstance(type, Array):
        return [random_value(random, type.row, low, high) for _ in range(type.size.value)]
    if isinstance(type, Product):
        return tuple(random_value(random, part, low, high) for part in type.parts)
    assert type == F64
    return round(random.uniform(low, high), 4)


def expect(program, nudge=0.0):
    """Throws Unfit. The point is moved a little, relatively, by `nudge`."""
    a = Arithmetic()
    point = [x * (1 + nudge) for x in leaves(program.point)]
    variables = [
        a.record(Var(2, Dual(1, x, d), [])) for x, d in zip(point, leaves(program.direction))
    ]
    args = like(program.point, iter(variables))
    try:
        outs = leaves(Evaluator(a, program).main(*args))
    except RecursionError:
        raise Unfit("too deep") from None
    value, change = split(outs)
    for y, w in zip(outs, leaves(program.weights)):
        if type(y) is Var:
            y.adjoint = w if y.adjoint is None else a.plus(y.adjoint, w)
    a.sweep()
    gradient, curved = split([0.0 if v.adjoint is None else v.adjoint for v in variables])
    curvature = sum(c * d for c, d in zip(curved, leaves(program.direction)))
    if a.gap < NEAREST:
        raise Unfit("near a kink")
    results = [
        ("value", value),
        ("jvp", change),
        ("vjp", gradient),
        ("jvp of vjp", curved),
        ("vjp of vjp", curved),
        ("vjp of jvp", curved),
        ("vjp of vjp, of weights too", curved + change),
        ("mjp", gradient),
        ("jmp", change),
        ("jvp of jvp, weighted", [curvature]),
    ]
    if not all(abs(x) <= a.LARGEST for _, part in results for x in part):
        raise Unfit("too large")
    return Expected(results, TOLERANCE * a.scale * max(1.0, math.sqrt(len(value))))


def split(numbers):
    """Values and tangents of what stands on the tape."""
    inner = [x.value if type(x) is Var else x for x in numbers]
    return ([x.value if type(x) is Dual else x for x in inner],
            [x.tangent if type(x) is Dual else 0.0 for x in inner])


def fragile(program, expected):
    """Does rounding decide what comes out?"""
    try:
        moved = expect(program, 1e-13)
    except Unfit:
        return True
    pairs = zip(expected.results, moved.results)
    return any(abs(x - y) > 100 * expected.tolerance + 1e-13 * abs(x)
               for (_, first), (_, second) in pairs for x, y in zip(first, second))

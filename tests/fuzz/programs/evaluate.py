"""Runs trees: numbers are those of dual.py, arrays lists that nobody changes, tuples tuples."""
from dual import Dual, Unfit
from tree import F64, Array, Product


def leaves(value):
    """All numbers in a value, in the order of the text."""
    if isinstance(value, (list, tuple)):
        return [leaf for part in value for leaf in leaves(part)]
    return [value]


def like(value, numbers):
    """A value of the same form, made of the numbers that an iterator gives."""
    if isinstance(value, list):
        return [like(part, numbers) for part in value]
    if isinstance(value, tuple):
        return tuple(like(part, numbers) for part in value)
    return next(numbers)


def put(array, place, value):
    """A copy of an array with another element, row, ..."""
    if not place:
        return value
    i = place[0]
    return array[:i] + [put(array[i], place[1:], value)] + array[i + 1 :]


def take(array, place):
    for i in place:
        if not 0 <= i < len(array):
            raise IndexError(f"index {i} of {len(array)}")  # the generator is wrong
        array = array[i]
    return array


def default(type):
    """Any value of a type."""
    if isinstance(type, Array):
        return [default(type.row)] * type.size.value
    if isinstance(type, Product):
        return tuple(default(part) for part in type.parts)
    return 0.0 if type == F64 else 0


class Evaluator:
    def __init__(self, arithmetic, program):
        self.a = arithmetic
        self.globals = {}
        for definition in program.defs:
            self.globals[definition.name] = self.function(definition.lam, self.globals)
        self.main = self.function(program.main, self.globals)

    def run(self, exp, env):
        return getattr(self, "do_" + exp.op)(exp, env)

    def function(self, lam, env):
        """A lambda as a function, of Python."""
        names = [name for name, _ in lam.params]

        def call(*args):
            inner = dict(env)
            inner.update(zip(names, args))
            return self.run(lam.body, inner)

        return call

    def parts(self, exp, env):
        """The kids of an expression as values and functions."""
        return [
            self.function(kid, env) if hasattr(kid, "params") else self.run(kid, env)
            for kid in exp.kids
        ]

    # ---- Scalars

    def do_var(self, exp, env):
        return env[exp.data]

    def do_f64(self, exp, env):
        return exp.data

    do_i64 = do_bool = do_infinity = do_f64

    def do_size(self, exp, env):
        return exp.data.value

    def do_prim(self, exp, env):
        xs = [self.run(kid, env) for kid in exp.kids]
        if exp.data == "max":
            return xs[1] if self.a.less(xs[0], xs[1]) else xs[0]
        if exp.data == "min":
            return xs[1] if self.a.less(xs[1], xs[0]) else xs[0]
        if exp.data == "abs":
            self.a.near(xs[0], 0.0)
        if exp.data == "floor":
            self.a.near(xs[0], float(round(self.a.primal(xs[0]))))
        return self.a(exp.data, *xs)

    def do_i64op(self, exp, env):
        x, y = (self.run(kid, env) for kid in exp.kids)
        return {"+": x.__add__, "-": x.__sub__, "*": x.__mul__, "%": x.__mod__}[exp.data](y)

    def do_less(self, exp, env):
        x, y = (self.run(kid, env) for kid in exp.kids)
        return x < y if type(x) is int else self.a.less(x, y)

    def do_equal(self, exp, env):
        x, y = (self.run(kid, env) for kid in exp.kids)
        return x == y

    def do_logic(self, exp, env):
        x, y = exp.kids
        if exp.data == "&&":
            return self.run(x, env) and self.run(y, env)
        return self.run(x, env) or self.run(y, env)

    def do_not(self, exp, env):
        return not self.run(exp.kids[0], env)

    def do_to_f64(self, exp, env):
        return float(self.run(exp.kids[0], env))

    # ---- Control

    def do_if(self, exp, env):
        return self.run(exp.kids[1 if self.run(exp.kids[0], env) else 2], env)

    def do_let(self, exp, env):
        value, body = self.parts(exp, env)
        return body(value)

    do_fun = do_let

    def do_unpack(self, exp, env):
        value, body = self.parts(exp, env)
        return body(*value)

    def do_call(self, exp, env):
        self.a.watched(0.0)
        function, *args = self.parts(exp, env)
        return function(*args)

    do_apply = do_call

    def do_for(self, exp, env):
        state, bound, body = self.parts(exp, env)
        for i in range(bound):
            state = body(state, i)
        return state

    def do_for_in(self, exp, env):
        state, xs, body = self.parts(exp, env)
        for x in xs:
            state = body(state, x)
        return state

    def do_while(self, exp, env):
        state, bound, condition, body = self.parts(exp, env)
        i = 0
        while i < bound and condition(i, state):
            i, state = i + 1, body(i, state)
        return state

    def do_some(self, exp, env):
        return ("some", *self.parts(exp, env))

    def do_none(self, exp, env):
        return ("none",)

    def do_match(self, exp, env):
        value, some, none = exp.kids
        tag, *payload = self.run(value, env)
        return self.function(some, env)(*payload) if tag == "some" else self.run(none, env)

    # ---- Products and arrays

    def do_tuple(self, exp, env):
        return tuple(self.parts(exp, env))

    def do_with(self, exp, env):
        value, part = self.parts(exp, env)
        return (*value[: exp.data], part, *value[exp.data + 1 :])

    def do_part(self, exp, env):
        return self.run(exp.kids[0], env)[exp.data]

    def do_literal(self, exp, env):
        return self.parts(exp, env)

    def do_index(self, exp, env):
        array, *place = self.parts(exp, env)
        return take(array, place)

    def do_slice(self, exp, env):
        return [self.run(exp.kids[0], env)[i] for i in exp.data.places]

    def do_replicate(self, exp, env):
        n, x = self.parts(exp, env)
        return [x] * n

    def do_iota(self, exp, env):
        return list(range(exp.type.size.value))

    def do_concat(self, exp, env):
        x, y = self.parts(exp, env)
        return x + y

    def do_rotate(self, exp, env):
        r, xs = self.parts(exp, env)
        return [xs[(i + r) % len(xs)] for i in range(len(xs))]

    def do_reverse(self, exp, env):
        return self.run(exp.kids[0], env)[::-1]

    def do_transpose(self, exp, env):
        rows = self.run(exp.kids[0], env)
        return [[row[i] for row in rows] for i in range(exp.type.size.value)]

    def do_flatten(self, exp, env):
        return [x for row in self.run(exp.kids[0], env) for x in row]

    def do_unflatten(self, exp, env):
        xs, width = self.run(exp.kids[0], env), exp.type.row.size.value
        return [xs[i * width : (i + 1) * width] for i in range(exp.type.size.value)]

    def do_copy(self, exp, env):
        return self.run(exp.kids[0], env)

    do_opaque = do_copy

    def do_zip(self, exp, env):
        return list(zip(*self.parts(exp, env)))

    def do_unzip(self, exp, env):
        rows = self.run(exp.kids[0], env)
        return tuple([row[i] for row in rows] for i in range(len(exp.type.parts)))

    def do_update(self, exp, env):
        array, *place, value = self.parts(exp, env)
        take(array, place)
        return put(array, place, value)

    def do_update_slice(self, exp, env):
        array, values = self.parts(exp, env)
        for i, value in zip(exp.data.places, values):
            array = put(array, [i], value)
        return array

    def do_scatter(self, exp, env):
        array, places, values = self.parts(exp, env)
        array = list(array)
        for i, value in zip(places, values):
            if 0 <= i < len(array):
                array[i] = value
        return array

    # ---- Functions of whole arrays

    def do_map(self, exp, env):
        f, *arrays = self.parts(exp, env)
        return [f(*row) for row in zip(*arrays)]

    def do_tabulate(self, exp, env):
        (f,) = self.parts(exp, env)
        return [f(i) for i in range(exp.type.size.value)]

    def do_tabulate_2d(self, exp, env):
        (f,) = self.parts(exp, env)
        outer, inner = exp.type.size.value, exp.type.row.size.value
        return [[f(i, j) for j in range(inner)] for i in range(outer)]

    def do_reduce(self, exp, env):
        op, result, xs = self.parts(exp, env)
        for i, x in enumerate(xs):
            result = op(result, x) if i > 0 or exp.data == "foldl" else x
        return result

    def do_filtered(self, exp, env):
        keep, xs = self.parts(exp, env)
        total = 0.0
        for x in xs:
            if keep(x):
                total = self.a("+", total, x)
        return total

    def do_scan(self, exp, env):
        op, neutral, xs = self.parts(exp, env)
        out = []
        for x in xs:
            out.append(op(out[-1], x) if out else x)
        return [neutral, *out][: len(xs)] if exp.data == "exscan" else out

    def do_hist(self, exp, env):
        op, dest, neutral, places, values = self.parts(exp, env)
        bins = list(dest) if exp.data == "reduce_by_index" else [neutral] * exp.type.size.value
        for i, value in zip(places, values):
            if 0 <= i < len(bins):
                bins[i] = op(bins[i], value)
        return bins

    def do_stream(self, exp, env):
        acc, xs, added, result = self.parts(exp, env)
        for x in xs:
            acc = self.a("+", acc, added(x))
        return (acc, [result(x) for x in xs])

    # ---- Derivatives

    def tangents(self, f, x, direction):
        """f at x, changes along a direction."""
        self.a.level = level = max(self.a.level + 1, 3)
        pairs = zip(leaves(x), leaves(direction))
        result = f(like(x, iter([Dual(level, v, d) for v, d in pairs])))

        def tangent(y):
            return y.tangent if type(y) is Dual and y.level == level else 0.0

        out = like(result, iter([tangent(y) for y in leaves(result)]))
        self.a.level = level - 1
        return out

    def do_jvp(self, exp, env):
        return self.tangents(*self.parts(exp, env))

    def do_gradient(self, exp, env):
        """By a direction for each number of the argument."""
        f, x, weight = self.parts(exp, env)
        n, out = len(leaves(x)), []
        if n > 40:
            raise Unfit("too many directions")
        for i in range(n):
            unit = like(x, iter([1.0 if i == j else 0.0 for j in range(n)]))
            out.append(self.a.times(weight, self.tangents(f, x, unit)))
        return like(x, iter(out))

    def do_stop_gradient(self, exp, env):
        (value,) = self.parts(exp, env)
        return like(value, (self.a.primal(x) for x in leaves(value)))

    def do_checkpoint(self, exp, env):
        f, x = self.parts(exp, env)
        return f(x)

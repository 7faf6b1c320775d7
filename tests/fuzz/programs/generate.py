"""Makes random programs: numbers, control, functions. Arrays are in generate_arrays.py."""
from dataclasses import replace

from generate_arrays import Arrays
from operators import Operators
from tree import (BOOL, F64, I64, OPTION, Array, Def, Exp, Function, Lam, Product, Program, Size,
                  array_of, binary, integer, length, literal, prim, sizes_of, var, zero)

# Functions that any number may be given to, and those that want a number to be prepared.
ANYWHERE = ["sin", "cos", "tanh", "atan", "asinh", "erf", "logistic", "sinpi", "cospi", "abs"]
TAMED = ["exp", "exp2", "expm1", "sinh", "cosh", "tan", "cbrt1", "erfc", "floor"]
POSITIVE = ["log", "log2", "log10", "sqrt", "rsqrt", "recip", "cbrt", "log1p"]
INSIDE = ["asin", "acos", "atanh"]


class Generator(Arrays):
    """Each method makes an expression of a type out of what is in scope, or None if it cannot."""

    def __init__(self, random, wide=False):
        self.random = random
        self.wide = wide
        self.operators = Operators(self)
        self.fuel = 15.0  # how many more forms; they take of it in turn
        self.work = 1  # how often what is being made will run
        self.names = 0

    # ---- Odds and ends

    def name(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    def chance(self, p):
        return self.random.random() < p

    def pick(self, scope, fits):
        """Something in scope, what is newer more often; None if nothing fits."""
        found = [(name, type) for name, type in scope if fits(type)]
        if not found:
            return None
        return var(*found[max(self.random.randrange(len(found)) for _ in range(2))])

    def tame(self, x):
        return prim(self.random.choice(["sin", "tanh", "cos", "atan"]), x)

    def often(self, times, make):
        """What is made inside runs so many times as often."""
        before, self.work = self.work, self.work * max(times, 1)
        made = make()
        self.work = before
        return made

    def bound(self, type, stem="x"):
        return (self.name(stem), type)

    # ---- Expressions

    def exp(self, type, scope, depth=0):
        """An expression that takes a part of the fuel, so that what comes after it has some too."""
        before, given = self.fuel, self.fuel * self.random.uniform(0.4, 0.9)
        if given < 1 or depth > 8:
            return self.leaf(type, scope)
        self.fuel = given - 1
        made = None
        for _ in range(6):
            made = self.random.choice(self.forms(type))(type, scope, depth + 1)
            if made is not None:
                break
        self.fuel = before - (given - self.fuel)
        return self.leaf(type, scope) if made is None else made

    def leaf(self, type, scope):
        found = self.pick(scope, lambda t: t == type)
        if found is not None and (type != F64 or self.chance(0.65)):
            return found
        if type == F64:
            array = self.pick(scope, lambda t: isinstance(t, Array) and self.reaches(t))
            if array is not None and self.chance(0.85):
                return self.element(array, scope)
            if found is not None and self.chance(0.85):
                return found
            return literal(self.random.choice([0.5, 1.0, -0.75, 2.0, 0.1, -1.25]))
        if type == I64:
            return integer(self.random.randrange(4))
        if type == BOOL:
            return Exp("less", BOOL, (self.leaf(F64, scope), self.leaf(F64, scope)))
        if isinstance(type, Product):
            return Exp("tuple", type, tuple(self.leaf(part, scope) for part in type.parts))
        if isinstance(type, Array):
            made = self.gathered(type, scope, 9) if self.chance(0.7) else None
            if made is not None:
                return made
            if type.row == F64 and self.work < 200:
                i = self.bound(I64, "i")
                rest = self.leaf(F64, scope)
                x = prim("sin", prim("*", Exp("to_f64", F64, (var(*i),)), rest))
                return Exp("tabulate", type, (Lam((i,), x),))
            return Exp("replicate", type, (length(type.size), self.leaf(type.row, scope)))
        return zero(type)

    def forms(self, type):
        common = [self.let, self.let, self.branch, self.variable, self.local, self.unpack]
        if self.work < 60:
            common += [self.loop, self.inplace, self.forward, self.match, self.higher]
        if type == F64:
            numbers = [self.arithmetic] * 5 + [self.function] * 3 + [self.choose_number]
            return common + numbers + self.number_forms() + [self.projection, self.call_top]
        if type == I64:
            return [self.integers]
        if type == BOOL:
            return [self.compare]
        if isinstance(type, Product):
            return common + [self.components] * 2
        return common + self.array_forms(type)

    def variable(self, type, scope, depth):
        return self.pick(scope, lambda t: t == type)

    # ---- Numbers

    def arithmetic(self, type, scope, depth):
        x, y = self.exp(F64, scope, depth), self.exp(F64, scope, depth)
        op = self.random.choice(["+", "-", "*", "+", "*", "/", "**", "atan2", "hypot", "fma"])
        if op == "/":
            return prim("/", x, prim("+", literal(1.5), prim("*", y, y)))
        if op == "**":
            return prim("**", prim("+", literal(1.5), prim("sin", x)), prim("tanh", y))
        if op in ("atan2", "hypot"):
            return prim(op, x, prim("+", literal(1.25), prim("tanh", y)))
        if op == "fma":
            return prim("fma", prim("tanh", x), y, self.exp(F64, scope, depth))
        return prim(op, x, y)

    def function(self, type, scope, depth):
        x = self.exp(F64, scope, depth)
        kind = self.random.randrange(5)
        if kind < 2:
            return prim(self.random.choice(ANYWHERE), x)
        if kind == 2:
            name = self.random.choice(TAMED)
            return prim("cbrt", prim("+", literal(2.0), self.tame(x))) if name == "cbrt1" else prim(
                name, self.tame(x))
        if kind == 3:
            return prim(self.random.choice(POSITIVE), prim("+", literal(2.25), self.tame(x)))
        return prim(self.random.choice(INSIDE), prim("*", literal(0.8), prim("tanh", x)))

    def choose_number(self, type, scope, depth):
        x, y = self.exp(F64, scope, depth), self.exp(F64, scope, depth)
        return prim(self.random.choice(["min", "max"]), x, y)

    def projection(self, type, scope, depth):
        product = self.pick(scope, lambda t: isinstance(t, Product) and type in t.parts)
        if product is None:
            return None
        return Exp("part", type, (product,), product.type.parts.index(type))

    def components(self, type, scope, depth):
        if type.names and self.chance(0.5):
            i = self.random.randrange(len(type.parts))
            parts = (self.exp(type, scope, depth), self.exp(type.parts[i], scope, depth))
            return Exp("with", type, parts, i)
        return Exp("tuple", type, tuple(self.exp(part, scope, depth) for part in type.parts))

    def integers(self, type, scope, depth):
        x, y = self.exp(I64, scope, depth + 2), self.exp(I64, scope, depth + 2)
        kind = self.random.randrange(5)
        if kind == 0:
            return Exp("if", I64, (self.exp(BOOL, scope, depth), x, y))
        if kind == 1:
            return binary("%", x, integer(self.random.randrange(2, 5)))
        return binary(self.random.choice("+-*"), x, y)

    def compare(self, type, scope, depth):
        kind = self.random.randrange(6)
        if kind == 0:
            parts = (self.exp(BOOL, scope, depth), self.exp(BOOL, scope, depth))
            return Exp("logic", BOOL, parts, self.random.choice(["&&", "||"]))
        if kind == 1:
            return Exp("not", BOOL, (self.exp(BOOL, scope, depth),))
        if kind < 4:
            parts = (self.exp(F64, scope, depth + 2), self.exp(F64, scope, depth + 2))
            return Exp("less", BOOL, parts)
        parts = (self.exp(I64, scope, depth), self.exp(I64, scope, depth))
        return Exp(self.random.choice(["less", "equal"]), BOOL, parts)

    # ---- Control

    def let(self, type, scope, depth):
        bound = self.bound(self.some_type())
        value = self.exp(bound[1], scope, depth)
        return Exp("let", type, (value, Lam((bound,), self.exp(type, scope + [bound], depth))))

    def unpack(self, type, scope, depth):
        parts = Product((self.some_type(False), self.some_type(False)))
        names = tuple(self.bound(part) for part in parts.parts)
        value = self.exp(parts, scope, depth)
        return Exp("unpack", type, (value, Lam(names, self.exp(type, scope + [*names], depth))))

    def branch(self, type, scope, depth):
        condition = self.exp(BOOL, scope, depth)
        return Exp("if", type, (condition, self.exp(type, scope, depth),
                                self.exp(type, scope, depth)))

    def match(self, type, scope, depth):
        some = Exp("some", OPTION, (self.exp(F64, scope, depth),))
        options = [some, Exp("none", OPTION)]
        self.random.shuffle(options)
        value = Exp("if", OPTION, (self.exp(BOOL, scope, depth), *options))
        bound = self.bound(F64)
        body = self.exp(type, scope + [bound], depth)
        return Exp("match", type, (value, Lam((bound,), body), self.exp(type, scope, depth)))

    def local(self, type, scope, depth):
        """A local function, which captures what it likes."""
        params = tuple(self.bound(self.some_type()) for _ in range(self.random.randrange(1, 3)))
        lam = Lam(params, self.exp(self.some_type(False), scope + [*params], depth + 1))
        f = self.bound(lam.type, "fn")
        return Exp("fun", type, (lam, Lam((f,), self.exp(type, scope + [f], depth))))

    def call_top(self, type, scope, depth):
        f = self.pick(scope, lambda t: isinstance(t, Function) and t.result == type)
        if f is None:
            return None
        return self.call(f, [self.argument(t, scope, depth) for t in f.type.params])

    def call(self, f, args):
        return Exp(self.random.choice(["call", "apply"]), f.type.result, (f, *args))

    def argument(self, type, scope, depth):
        if not isinstance(type, Function):
            return self.exp(type, scope, depth)
        params = tuple(self.bound(t) for t in type.params)
        return Lam(params, self.exp(type.result, scope + [*params], depth))

    def higher(self, type, scope, depth):
        """A local function that takes a function and calls it twice."""
        state = self.some_type(False)
        g, x = self.bound(Function((state,), state), "g"), self.bound(state)
        once = Exp("call", state, (var(*g), var(*x)))
        lam = Lam((g, x), Exp("call", state, (var(*g), once)))
        f = self.bound(lam.type, "fn")
        args = [self.argument(t, scope, depth) for t in lam.type.params]
        y = self.bound(state)
        rest = self.exp(type, scope + [y], depth)
        call = Exp("call", state, (var(*f), *args))
        return Exp("fun", type, (lam, Lam((f,), Exp("let", type, (call, Lam((y,), rest))))))

    def trips(self, scope):
        """How often a loop runs: a constant, a length, or it varies; at most 4 times or so."""
        kind = self.random.randrange(4)
        if kind == 0:
            return integer(self.random.randrange(5))
        index = self.pick(scope, lambda t: t == I64)
        if kind == 1 and index is not None:
            return binary("%", index, integer(4))
        sizes = [size for _, t in scope for size in sizes_of(t) if size.value <= 5]
        return length(self.random.choice(sizes)) if sizes else integer(3)

    def loop(self, type, scope, depth):
        """A loop whose state is of the type that is wanted, or has it as a part."""
        state, i = self.bound(type, "s"), self.bound(I64, "i")
        init = self.exp(type, scope, depth)
        kind = self.random.randrange(5)
        if kind == 0:
            xs = self.pick(scope, lambda t: isinstance(t, Array) and t.size.value <= 6)
            if xs is None:
                return None
            x = self.bound(xs.type.row)
            body = self.often(3, lambda: self.exp(type, scope + [x, state], depth))
            return Exp("for_in", type, (init, xs, Lam((state, x), body)))
        body = self.often(3, lambda: self.exp(type, scope + [i, state], depth))
        if kind > 1:
            how = "stripmine" if self.chance(0.2) else None
            return Exp("for", type, (init, self.trips(scope), Lam((state, i), body)), how)
        condition = Exp("bool", BOOL, data=True)
        i1, state1 = self.bound(I64, "i"), self.bound(type, "s")
        if self.chance(0.7):
            condition = self.often(3, lambda: self.exp(BOOL, scope + [i1, state1], depth + 2))
        kids = (init, self.trips(scope), Lam((i1, state1), condition), Lam((i, state), body))
        return Exp("while", type, kids)

    # ---- Derivatives inside

    def forward(self, type, scope, depth):
        """A derivative as a part of the program: jvp, vjp; a checkpoint, a constant."""
        kind = self.random.randrange(4)
        if kind == 3:
            return Exp("stop_gradient", type, (self.exp(type, scope, depth),))
        x = self.bound(self.some_type(False), "x")
        point = self.exp(x[1], scope, depth)
        if kind == 0:
            body = self.exp(type, scope + [x], depth + 1)
            return Exp("checkpoint", type, (Lam((x,), body), point))
        if self.work > 10 or not self.differentiable(type):
            return None
        if kind == 1:
            body = self.often(2, lambda: self.exp(type, scope + [x], depth + 2))
            return Exp("jvp", type, (Lam((x,), body), point, self.exp(x[1], scope, depth)))
        x = self.bound(type, "x")
        body = self.often(4, lambda: self.exp(F64, scope + [x], depth + 2))
        weight = self.exp(F64, scope, depth)
        return Exp("gradient", type, (Lam((x,), body), self.exp(type, scope, depth), weight))

    def differentiable(self, type):
        if isinstance(type, Product):
            return all(self.differentiable(part) for part in type.parts)
        return self.differentiable(type.row) if isinstance(type, Array) else type == F64

    # ---- Whole programs

    def some_type(self, integers=True):
        kind = self.random.randrange(12)
        if kind < 4:
            return F64
        if kind == 4:
            return I64 if integers else F64
        if kind < 8:
            return array_of([self.some_size()], F64)
        if kind < 10:
            return array_of([self.some_size(), self.some_size(small=True)], F64)
        parts = (F64, array_of([self.some_size()], F64))
        return Product(parts, ("first", "second")) if kind == 10 else Product(parts)

    def some_size(self, small=False):
        return self.random.choice([s for s in self.sizes if not small or s.value < 10])

    def program(self):
        values = [2, 3, 4, 5, 3, 4, 1, 0] if self.chance(0.15) else [2, 3, 4, 5]
        n = self.random.randrange(1000, 1060) if self.wide else self.random.choice(values)
        m = self.random.choice(values)
        self.sizes = [Size(text, int(text)) for text in ("2", "3", "4")]
        defs, scope = [], []
        for _ in range(self.random.randrange(3)):
            defs.append(replace(self.top(scope), inlined=self.chance(0.6)))
            scope.append((defs[-1].name, defs[-1].lam.type))
        self.sizes += [Size("n", n), Size("m", m), Size("n", n), Size("m", m)]
        n, m = self.sizes[3:5]
        inputs = [self.bound(array_of([n], F64), "xs"), self.bound(F64)]
        for type in (array_of([n, m], F64), array_of([m], F64), F64):
            if self.chance(0.5):
                inputs.append(self.bound(type, "in"))
        body = self.body(scope + inputs, self.random.randrange(1, 3 if self.wide else 5))
        if not any(size == m for _, type in inputs for size in sizes_of(type)):
            inputs.append(self.bound(array_of([m], F64), "ms"))
        return Program(Lam(tuple(inputs), body), defs)

    def body(self, scope, lets):
        """A few lets, of which the result depends on the more the newer they are."""
        self.fuel = 10 if self.wide else self.random.choice([8, 15, 25, 40])
        if lets > 0:
            bound = self.bound(self.some_type(False))
            value = self.exp(bound[1], scope)
            rest = self.body(scope + [bound], lets - 1)
            return Exp("let", rest.type, (value, Lam((bound,), rest)))
        kind = self.random.randrange(3)
        one = self.some_type(False)
        if kind == 0:
            return self.exp(one, scope)
        newest = [self.summary(var(*bound)) for bound in scope[-3:] if bound[1] != I64]
        total = self.exp(F64, scope)
        for x in newest:
            total = prim(self.random.choice(["+", "-", "*"]), total, self.tame(x))
        if kind == 1:
            return total
        return Exp("tuple", Product((F64, one)), (total, self.exp(one, scope)))

    def summary(self, x):
        """A number that depends on all there is in a value."""
        if isinstance(x.type, Product):
            parts = [Exp("part", t, (x,), i) for i, t in enumerate(x.type.parts)]
            return prim("+", *map(self.summary, parts))
        if not isinstance(x.type, Array):
            return x
        row = self.bound(x.type.row)
        rows = Exp("map", Array(x.type.size, F64), (Lam((row,), self.summary(var(*row))), x))
        op, neutral = self.operators.sum()
        return Exp("reduce", F64, (op, neutral, rows), "reduce")

    def top(self, scope):
        """A function at the top; perhaps a recursive one, on a number that it counts down."""
        result = self.some_type(False)
        if self.chance(0.5):
            params = tuple(self.bound(self.some_type()) for _ in range(2))
            return Def(self.name("top"), Lam(params, self.exp(result, scope + [*params], 2)))
        k, x = self.bound(I64, "k"), self.bound(result)
        again = self.bound(Function((I64, result), result), "again")
        step = self.often(3, lambda: self.exp(result, scope + [x], 3))
        less = binary("-", var(*k), integer(1))
        deeper, y = Exp("call", result, (var(*again), less, step)), self.bound(result)
        after = self.often(3, lambda: self.exp(result, scope + [k, x, y], 3))
        more = Exp("let", result, (deeper, Lam((y,), after)))
        body = Exp("if", result, (Exp("less", BOOL, (integer(0), var(*k))), more, var(*x)))
        # Whatever it is called with, a few times.
        few = Exp("call", result, (var(*again), binary("%", var(*k), integer(4)), var(*x)))
        self.names += 1
        return Def(again[0], Lam((k, x), self.limited(body, k, few)))

    @staticmethod
    def limited(body, k, few):
        large = Exp("less", BOOL, (integer(3), var(*k)))
        return Exp("if", body.type, (large, few, body))

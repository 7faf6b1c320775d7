"""The part of the generator that makes and takes apart arrays."""
from dataclasses import dataclass

from tree import (BOOL, F64, I64, Array, Exp, Lam, Product, array_of, binary, dims, integer, length,
                  literal, prim, var)


@dataclass(frozen=True)
class Slice:
    text: str
    places: tuple  # of the elements


class Arrays:
    def number_forms(self):
        """What gives a number."""
        forms = [self.element_of, self.element_of]
        if self.work < 200:
            forms += [self.reduction] * 3 + [self.filtered]
        return forms

    def array_forms(self, type):
        forms = [self.updated, self.joined, self.turned, self.sliced, self.repeated, self.written]
        forms += [self.rearranged, self.regrouped, self.updated_slice, self.gathered, self.row_of]
        if self.work * max(type.size.value, 1) < 200 or self.wide and self.work == 1:
            forms += [self.mapped] * 5 + [self.tabulated] * 2 + [self.scattered] * 2
            forms += [self.scanned] * 2 + [self.unzipped, self.streamed, self.of_streams]
            forms.append(self.reduced_rows)
            if not self.wide:
                forms += [self.histogram] * 2
        return forms

    # ---- Elements

    def reaches(self, type):
        """Is there an element in each dimension?"""
        return all(size.value > 0 for size in dims(type)[0]) and dims(type)[1] == F64

    def place(self, size, scope):
        """An index that is in bounds."""
        if self.chance(0.4):
            return integer(self.random.randrange(min(size.value, 6)))
        index = self.pick(scope, lambda t: t == I64)
        if index is None or self.chance(0.2):
            index = self.exp(I64, scope, 6)
        return binary("%", index, length(size))

    def element(self, array, scope):
        sizes, element = dims(array.type)
        places = tuple(self.place(size, scope) for size in sizes)
        return Exp("index", element, (array, *places), self.random.choice(["apart", "together"]))

    def element_of(self, type, scope, depth):
        array = self.pick(scope, lambda t: isinstance(t, Array) and self.reaches(t))
        return None if array is None else self.element(array, scope)

    def row_of(self, type, scope, depth):
        rows = self.pick(scope, lambda t: isinstance(t, Array) and t.row == type
                         and t.size.value > 0)
        if rows is None:
            return None
        return Exp("index", type, (rows, self.place(rows.type.size, scope)), "together")

    def filtered(self, type, scope, depth):
        """The sum of some elements: of how many is known only then."""
        xs, x = self.numbers(scope, depth), self.bound(F64)
        keep = self.inside(xs.type.size, BOOL, scope + [x], depth + 2)
        return Exp("filtered", F64, (Lam((x,), keep), xs))

    def numbers(self, scope, depth):
        """A vector to fold: one that is there, or a new one."""
        xs = self.pick(scope, lambda t: isinstance(t, Array) and t.row == F64)
        if xs is not None and self.chance(0.6):
            return xs
        return self.exp(array_of([self.some_size()], F64), scope, depth)

    def reduction(self, type, scope, depth):
        xs = self.numbers(scope, depth)
        if self.chance(0.2):
            return self.pair_reduction(xs, scope, depth)
        op, neutral = self.operators.scalar(scope)
        if self.chance(0.6):
            xs = self.tamed(xs)
        name = self.random.choice(["reduce", "reduce", "reduce_comm"])
        if self.chance(0.1) and xs.type.size.value > 0:
            acc, x = self.bound(F64, "acc"), self.bound(F64)
            step = self.often(4, lambda: self.exp(F64, scope + [acc, x], depth + 1))
            start = self.exp(F64, scope, depth + 1)
            return Exp("reduce", F64, (Lam((acc, x), step), start, xs), "foldl")
        return Exp("reduce", F64, (op, neutral, xs), name)

    def tamed(self, xs):
        x = self.bound(F64)
        half = prim("*", literal(0.7), self.tame(var(*x)))
        return Exp("map", xs.type, (Lam((x,), half), xs))

    def pair_reduction(self, xs, scope, depth):
        ys = self.exp(xs.type, scope, depth)
        op, neutral, commutes = self.operators.pair()
        pair = Product((F64, F64))
        rows = Exp("zip", Array(xs.type.size, pair), (self.tamed(xs), self.tamed(ys)))
        name = "reduce_comm" if commutes and self.chance(0.5) else "reduce"
        folded = Exp("reduce", pair, (op, neutral, rows), name)
        return Exp("part", F64, (folded,), self.random.randrange(2))

    # ---- Arrays out of others

    def fitting(self, scope, size):
        """Arrays in scope of that length, of any rows."""
        return lambda t: isinstance(t, Array) and t.size == size and isinstance(t.row, (Array,)) or (
            isinstance(t, Array) and t.size == size and t.row == F64)

    def mapped(self, type, scope, depth):
        arrays = []
        for _ in range(self.random.choice([1, 1, 2, 2, 3])):
            xs = self.pick(scope, self.fitting(scope, type.size))
            if xs is None or self.chance(0.25):
                xs = Exp("iota", Array(type.size, I64))
            arrays.append(xs)
        params = tuple(self.bound(xs.type.row) for xs in arrays)
        body = self.inside(type.size, type.row, scope + [*params], depth)
        return Exp("map", type, (Lam(params, body), *arrays))

    def inside(self, size, type, scope, depth):
        return self.often(size.value, lambda: self.exp(type, scope, depth))

    def tabulated(self, type, scope, depth):
        i, j = self.bound(I64, "i"), self.bound(I64, "j")
        if isinstance(type.row, Array) and self.chance(0.5):
            inner = type.row
            make = lambda: self.inside(inner.size, inner.row, scope + [i, j], depth)
            return Exp("tabulate_2d", type, (Lam((i, j), self.often(type.size.value, make)),))
        body = self.inside(type.size, type.row, scope + [i], depth)
        return Exp("tabulate", type, (Lam((i,), body),))

    def joined(self, type, scope, depth):
        size = type.size.value
        pairs = [(a, b) for a in self.sizes for b in self.sizes if a.value + b.value == size]
        if not pairs:
            return None
        parts = tuple(self.exp(Array(s, type.row), scope, depth) for s in self.random.choice(pairs))
        return Exp("concat", type, parts)

    def turned(self, type, scope, depth):
        xs = self.exp(type, scope, depth)
        if self.chance(0.5) or type.size.value == 0:
            return Exp("reverse", type, (xs,))
        return Exp("rotate", type, (self.exp(I64, scope, depth + 2), xs))

    def sliced(self, type, scope, depth):
        size = type.size.value
        long = self.pick(scope, lambda t: isinstance(t, Array) and t.row == type.row
                         and t.size.value > size > 0)
        if long is None:
            return None
        start = self.random.randrange(min(long.type.size.value - size + 1, 4))
        span = Slice(f"{start}:{start + size}", tuple(range(start, start + size)))
        if self.chance(0.3):
            last = start + size - 1
            text = f"{last}:{start - 1}:-1" if start > 0 else f"{last}::-1"
            span = Slice(text, tuple(range(last, start - 1, -1)))
        elif long.type.size.value >= 2 * size and self.chance(0.5):
            span = Slice(f"0:{2 * size - 1}:2", tuple(range(0, 2 * size - 1, 2)))
        return Exp("slice", type, (long,), span)

    def repeated(self, type, scope, depth):
        return Exp("replicate", type, (length(type.size), self.exp(type.row, scope, depth)))

    def written(self, type, scope, depth):
        """An array literal."""
        if not type.size.text.isdigit():
            return None
        return Exp("literal", type, tuple(self.exp(type.row, scope, depth)
                                          for _ in range(type.size.value)))

    def rearranged(self, type, scope, depth):
        if not isinstance(type.row, Array):
            return self.gathered(type, scope, depth)
        turned = array_of([type.row.size, type.size], type.row.row)
        return Exp("transpose", type, (self.exp(turned, scope, depth),))

    def regrouped(self, type, scope, depth):
        if isinstance(type.row, Array):
            total = type.size.value * type.row.size.value
            flat = [s for s in self.sizes if s.value == total]
            if not flat:
                return None
            xs = self.exp(Array(self.random.choice(flat), type.row.row), scope, depth)
            return Exp("unflatten", type, (xs,))
        pairs = [(a, b) for a in self.sizes for b in self.sizes
                 if a.value * b.value == type.size.value]
        if not pairs:
            return None
        xs = self.exp(array_of(self.random.choice(pairs), type.row), scope, depth)
        return Exp("flatten", type, (xs,))

    def gathered(self, type, scope, depth):
        """Elements at computed places, some of them twice."""
        xs = self.pick(scope, lambda t: isinstance(t, Array) and t.row == type.row
                       and t.size.value > 0)
        if xs is None:
            return None
        i = self.bound(I64, "i")
        place = binary("%", self.spread(i), length(xs.type.size))
        body = Exp("index", type.row, (xs, place), "together")
        return Exp("map", type, (Lam((i,), body), Exp("iota", Array(type.size, I64))))

    def spread(self, i):
        factor, offset = integer(self.random.randrange(-2, 4)), integer(self.random.randrange(4))
        return binary("+", binary("*", var(*i), factor), offset)

    # ---- Updates

    def updated(self, type, scope, depth):
        sizes, _ = dims(type)
        if any(size.value == 0 for size in sizes):
            return None
        deep = self.random.randrange(1, len(sizes) + 1)
        places = tuple(self.place(size, scope) for size in sizes[:deep])
        row = array_of(sizes[deep:], F64)
        parts = (self.exp(type, scope, depth), *places, self.exp(row, scope, depth))
        return Exp("update", type, parts)

    def updated_slice(self, type, scope, depth):
        fit = [s for s in self.sizes if s.text.isdigit() and s.value <= type.size.value]
        if not fit:
            return None
        size = self.random.choice(fit)
        start = self.random.randrange(min(type.size.value - size.value + 1, 4))
        span = Slice(f"{start}:{start + size.value}", tuple(range(start, start + size.value)))
        values = self.exp(Array(size, type.row), scope, depth)
        return Exp("update_slice", type, (self.exp(type, scope, depth), values), span)

    def inplace(self, type, scope, depth):
        """A loop that overwrites its own array here and there."""
        if not isinstance(type, Array) or any(size.value == 0 for size in dims(type)[0]):
            return None
        state, i = self.bound(type, "s"), self.bound(I64, "i")
        body = self.often(3, lambda: self.updates(var(*state), scope + [i], depth))
        init = Exp("copy", type, (self.exp(type, scope, depth),))
        trips = self.trips(scope) if self.chance(0.7) else integer(self.random.randrange(12))
        return Exp("for", type, (init, trips, Lam((state, i), body)), "own")

    def updates(self, array, scope, depth):
        """An array of its own, overwritten a few times; what is read is what it has become."""
        sizes, element = dims(array.type)
        seen = scope + [(array.data, array.type)]
        places = tuple(self.place(size, scope) for size in sizes)
        value = self.exp(element, seen, depth + 1)
        if self.chance(0.3):
            values = Exp("map", array.type, (self.lifted(array.type, depth), array))
            made = Exp("scatter", array.type, (array, self.targets(array.type.size, scope), values),
                       "own")
        else:
            made = Exp("update", array.type, (array, *places, value), "own")
        if self.chance(0.5):
            return made
        after = self.bound(array.type, "s")
        rest = self.updates(var(*after), scope, depth)
        return Exp("let", array.type, (made, Lam((after,), rest)))

    def lifted(self, type, depth):
        x = self.bound(type.row)
        return Lam((x,), self.exp(type.row, [x], depth + 2))

    def targets(self, size, scope):
        """Places to write to: some twice, some out of bounds."""
        i = self.bound(I64, "i")
        place = self.spread(i)
        if self.chance(0.6):
            limit = integer(self.random.randrange(2, 6))
            place = binary("-", binary("%", place, limit), integer(self.random.randrange(2)))
        return Exp("map", Array(size, I64), (Lam((i,), place), Exp("iota", Array(size, I64))))

    def scattered(self, type, scope, depth):
        size = self.some_size()
        values = self.exp(Array(size, type.row), scope, depth)
        dest = self.exp(type, scope, depth)
        return Exp("scatter", type, (dest, self.targets(size, scope), values))

    # ---- Folds that give arrays

    def scanned(self, type, scope, depth):
        if type.row != F64:
            op, neutral = self.operators.rows(type.row)
            return Exp("scan", type, (op, neutral, self.exp(type, scope, depth)), "scan")
        xs = self.tamed(self.exp(type, scope, depth))
        if self.chance(0.25):
            return self.pair_scan(type, xs, scope, depth)
        op, neutral = self.operators.scalar(scope)
        name = "scan"
        if neutral.op == "f64" and self.chance(0.2):
            name = "exscan"
        return Exp("scan", type, (op, neutral, xs), name)

    def reduced_rows(self, type, scope, depth):
        """Rows of a matrix, added up."""
        op, neutral = self.operators.rows(type)
        rows = Array(self.random.choice(self.sizes[:3]), type)
        return Exp("reduce", type, (op, neutral, self.exp(rows, scope, depth)), "reduce")

    def pair_scan(self, type, xs, scope, depth):
        op, neutral, _ = self.operators.pair()
        pair = Product((F64, F64))
        rows = Array(type.size, pair)
        pairs = Exp("zip", rows, (xs, self.tamed(self.exp(type, scope, depth))))
        scan = Exp("scan", rows, (op, neutral, pairs), "scan")
        columns = Exp("unzip", Product((type, type)), (scan,))
        return Exp("part", type, (columns,), self.random.randrange(2))

    def histogram(self, type, scope, depth):
        size = self.some_size()
        values = self.exp(Array(size, type.row), scope, depth)
        if type.row == F64:
            op, neutral = self.operators.scalar(scope)
            values = self.tamed(values)
        else:
            op, neutral = self.operators.rows(type.row)
        name = "reduce_by_index"
        if neutral.op != "infinity" and self.chance(0.4):
            name = "hist"
        dest = self.exp(type, scope, depth) if name != "hist" else self.repeated(type, scope, 8)
        return Exp("hist", type, (op, dest, neutral, self.targets(size, scope), values), name)

    def unzipped(self, type, scope, depth):
        """A column of a map that gives two."""
        other = self.some_type(False)
        pair = Product((type.row, other) if self.chance(0.5) else (other, type.row))
        i = self.bound(I64, "i")
        xs = self.pick(scope, self.fitting(scope, type.size))
        params = (i,) if xs is None else (i, self.bound(xs.type.row))
        arrays = [Exp("iota", Array(type.size, I64))] + ([] if xs is None else [xs])
        body = self.inside(type.size, pair, scope + [*params], depth)
        rows = Exp("map", Array(type.size, pair), (Lam(params, body), *arrays))
        columns = Product(tuple(Array(type.size, part) for part in pair.parts))
        taken = Exp("unzip", columns, (rows,))
        return Exp("part", type, (taken,), pair.parts.index(type.row))

    def streamed(self, type, scope, depth):
        return self.stream(type, scope, depth, 1)

    def of_streams(self, type, scope, depth):
        """The last accumulator of a stream, repeated."""
        return self.stream(type, scope, depth, 0) if type.row == F64 else None

    def stream(self, type, scope, depth, part):
        xs = self.pick(scope, self.fitting(scope, type.size))
        if xs is None:
            return None
        x, y = self.bound(xs.type.row, "c"), self.bound(xs.type.row, "c")
        added = self.inside(type.size, F64, scope + [x], depth + 1)
        result = self.inside(type.size, type.row, scope + [y], depth + 1)
        acc = self.exp(F64, scope, depth)
        both = Product((F64, type))
        stream = Exp("stream", both, (acc, xs, Lam((x,), added), Lam((y,), result)))
        taken = Exp("part", both.parts[part], (stream,), part)
        return taken if part == 1 else Exp("replicate", type, (length(type.size), taken))

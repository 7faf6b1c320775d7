"""Trees as Futhark's text, and values as input for it."""
from tree import BOOL, F64, I64, Array, Function, Lam, Product, Scalar, Size, sizes_of

INFIX = {"+", "-", "*", "/", "**"}


def type_text(type):
    if isinstance(type, Scalar):
        return {"option": "(#some f64 | #none)"}.get(type.name, type.name)
    if isinstance(type, Array):
        return f"[{type.size.text}]{type_text(type.row)}"
    if isinstance(type, Function):
        return "(" + " -> ".join(type_text(t) for t in (*type.params, type.result)) + ")"
    if type.names:
        fields = zip(type.names, type.parts)
        return "{" + ", ".join(f"{name}: {type_text(part)}" for name, part in fields) + "}"
    return "(" + ", ".join(type_text(part) for part in type.parts) + ")"


def params_text(lam):
    return " ".join(f"({name}: {type_text(type)})" for name, type in lam.params)


def lam_text(lam, indent):
    if lam.text:
        return lam.text
    return f"(\\{params_text(lam)} -> {exp_text(lam.body, indent)})"


def exp_text(exp, indent="  "):
    return Writer(indent).write(exp)


class Writer:
    """Every expression that is not an atom stands in brackets; a let is a line."""

    def __init__(self, indent):
        self.indent = indent

    def write(self, tree):
        if isinstance(tree, Lam):
            return lam_text(tree, self.indent + "  ")
        method = getattr(self, "do_" + tree.op, None)
        if method is not None:
            return method(tree, *tree.kids)
        return self.apply(tree.op, tree.kids)

    def apply(self, name, kids):
        return "(" + " ".join([name, *(self.write(kid) for kid in kids)]) + ")"

    def let(self, what, body):
        inner = self.indent + "  "
        return f"\n{self.indent}(let {what}\n{self.indent}in {exp_text(body, inner)})"

    # ---- Scalars

    def do_var(self, exp):
        return exp.data

    def do_f64(self, exp):
        return f"({exp.data!r}f64)" if exp.data < 0 else f"{exp.data!r}f64"

    def do_infinity(self, exp):
        return "f64.inf" if exp.data > 0 else "(-f64.inf)"

    def do_i64(self, exp):
        return f"({exp.data})" if exp.data < 0 else f"{exp.data}i64"

    def do_bool(self, exp):
        return "true" if exp.data else "false"

    def do_size(self, exp):
        return exp.data.text + ("i64" if exp.data.text.isdigit() else "")

    def do_prim(self, exp, *kids):
        if exp.data in INFIX:
            return f"({self.write(kids[0])} {exp.data} {self.write(kids[1])})"
        return self.apply("f64." + exp.data, kids)

    def do_i64op(self, exp, x, y):
        return f"({self.write(x)} {exp.data} {self.write(y)})"

    do_logic = do_i64op

    def do_less(self, exp, x, y):
        return f"({self.write(x)} < {self.write(y)})"

    def do_equal(self, exp, x, y):
        return f"({self.write(x)} == {self.write(y)})"

    def do_not(self, exp, x):
        return f"(!{self.write(x)})"

    def do_to_f64(self, exp, x):
        return self.apply("f64.i64", [x])

    # ---- Control

    def do_if(self, exp, c, x, y):
        return f"(if {self.write(c)} then {self.write(x)} else {self.write(y)})"

    def do_let(self, exp, value, lam):
        ((name, type),) = lam.params
        return self.let(f"{name} : {type_text(type)} = {self.write(value)}", lam.body)

    def do_unpack(self, exp, value, lam):
        names = ", ".join(name for name, _ in lam.params)
        return self.let(f"({names}) = {self.write(value)}", lam.body)

    def do_fun(self, exp, function, lam):
        ((name, type),) = lam.params
        head = f"{name} {params_text(function)} : {type_text(type.result)}"
        return self.let(f"{head} = {exp_text(function.body, self.indent + '    ')}", lam.body)

    def do_call(self, exp, function, *args):
        return self.apply(self.write(function), args)

    def do_apply(self, exp, function, *args):
        """The same with |>."""
        *first, last = args
        return f"({self.write(last)} |> {self.apply(self.write(function), first)})"

    def loop(self, form, name, state, body):
        inner = exp_text(body, self.indent + "  ")
        return f"(loop {name} = {self.write(state)} {form} do {inner})"

    def do_for(self, exp, state, bound, lam):
        name, (i, _) = lam.params
        text = self.loop(f"for {i} < {self.write(bound)}", self.typed(name, exp), state, lam.body)
        return f"(#[stripmine(2)] {text})" if exp.data == "stripmine" else text

    def typed(self, param, exp):
        """The state of a loop; one that the loop overwrites is its own."""
        name, type = param
        return f"({name}: {'*' if exp.data == 'own' else ''}{type_text(type)})"

    def do_for_in(self, exp, state, xs, lam):
        name, (x, _) = lam.params
        return self.loop(f"for {x} in {self.write(xs)}", self.typed(name, exp), state, lam.body)

    def do_while(self, exp, state, bound, condition, body):
        (i, _), (x, type) = body.params
        go = self.apply(self.write(condition), [])
        start = f"loop ({i}: i64, {x}: {type_text(type)}) = (0i64, {self.write(state)})"
        step = exp_text(body.body, self.indent + "  ")
        test = f"{i} < {self.write(bound)} && {go} {i} {x}"
        return f"(({start} while {test} do ({i} + 1, {step})).1)"

    def do_some(self, exp, x):
        return f"(#some {self.write(x)} : {type_text(exp.type)})"

    def do_none(self, exp):
        return f"(#none : {type_text(exp.type)})"

    def do_match(self, exp, value, some, none):
        ((name, _),) = some.params
        cases = f"case #some {name} -> {self.write(some.body)} case #none -> {self.write(none)}"
        return f"(match {self.write(value)} {cases})"

    # ---- Products and arrays

    def do_tuple(self, exp, *parts):
        texts = [self.write(part) for part in parts]
        if not exp.type.names:
            return "(" + ", ".join(texts) + ")"
        fields = zip(exp.type.names, texts)
        return "{" + ", ".join(f"{name} = {text}" for name, text in fields) + "}"

    def do_with(self, exp, x, part):
        return f"({self.write(x)} with {exp.type.names[exp.data]} = {self.write(part)})"

    def do_part(self, exp, x):
        return f"{self.write(x)}.{x.type.names[exp.data] if x.type.names else exp.data}"

    def do_literal(self, exp, *parts):
        return "[" + ", ".join(self.write(part) for part in parts) + "]"

    def do_index(self, exp, array, *place):
        texts = [self.write(i) for i in place]
        inside = "][".join(texts) if exp.data == "apart" else ", ".join(texts)
        return f"{self.write(array)}[{inside}]"

    def cast(self, text, type):
        return f"({text} :> {type_text(type)})"

    def do_slice(self, exp, array):
        return self.cast(f"{self.write(array)}[{exp.data.text}]", exp.type)

    def do_concat(self, exp, x, y):
        return self.cast(f"{self.write(x)} ++ {self.write(y)}", exp.type)

    def do_flatten(self, exp, x):
        return self.cast(self.apply("flatten", [x]), exp.type)

    def do_unflatten(self, exp, x):
        outer, inner = exp.type.size, exp.type.row.size
        flat = Size(f"{outer.text} * {inner.text}", x.type.size.value)
        return f"(unflatten {self.cast(self.write(x), Array(flat, exp.type.row.row))})"

    def do_iota(self, exp):
        return f"(iota {exp.type.size.text})"

    def do_update(self, exp, array, *rest):
        *place, value = rest
        inside = ", ".join(self.write(i) for i in place)
        return f"({self.own(exp, array)} with [{inside}] = {self.write(value)})"

    def do_update_slice(self, exp, array, values):
        return f"((copy {self.write(array)}) with [{exp.data.text}] = {self.write(values)})"

    def own(self, exp, array):
        """An array that is nobody else's: the one of a loop, or a copy."""
        return self.write(array) if exp.data == "own" else self.apply("copy", [array])

    def do_scatter(self, exp, array, places, values):
        return self.apply(f"scatter {self.own(exp, array)}", [places, values])

    # ---- Functions of whole arrays

    def do_map(self, exp, f, *arrays):
        return self.apply("map" + ("" if len(arrays) == 1 else str(len(arrays))), exp.kids)

    def do_tabulate(self, exp, f):
        return f"(tabulate {exp.type.size.text} {self.write(f)})"

    def do_tabulate_2d(self, exp, f):
        outer, inner = exp.type.size.text, exp.type.row.size.text
        return f"(tabulate_2d {outer} {inner} {self.write(f)})"

    def do_reduce(self, exp, *kids):
        return self.apply(exp.data, kids)

    do_scan = do_reduce

    def do_filtered(self, exp, *kids):
        return f"(f64.sum {self.apply('filter', kids)})"

    def do_hist(self, exp, op, dest, neutral, places, values):
        rest = [neutral, places, values]
        if exp.data == "hist":
            size = exp.type.size.text
            texts = [self.write(kid) for kid in rest]
            return f"(hist {self.write(op)} {texts[0]} {size} {texts[1]} {texts[2]})"
        texts = [f"(copy {self.write(dest)})", *(self.write(kid) for kid in [op, *rest])]
        return "(reduce_by_index " + " ".join(texts) + ")"

    def do_stream(self, exp, acc, xs, added, result):
        chunk, row = added.params[0][0] + "_chunk", type_text(xs.type.row)
        first = f"(acc_{chunk}: f64) + f64.sum (map {self.write(added)} {chunk})"
        second = f"map {self.write(result)} {chunk}"
        params = f"(c_{chunk}: i64) (acc_{chunk}: f64) ({chunk}: [c_{chunk}]{row})"
        step = f"(\\{params} -> ({first}, {second}))"
        return f"(stream_seq {step} {self.write(acc)} {self.write(xs)})"

    # ---- Derivatives

    def do_gradient(self, exp, *kids):
        return self.apply("vjp", kids)


def definition_text(name, lam, inlined=True):
    """A function at the top; lengths that its parameters name become parameters."""
    names = {size.text for _, type in lam.params for size in sizes_of(type)}
    sizes = "".join(f" [{size}]" for size in sorted(names) if not size.isdigit())
    attribute = "" if inlined else "#[noinline] "
    head = f"{attribute}def {name}{sizes} {params_text(lam)} : {type_text(lam.body.type)}"
    return f"{head} =\n  {exp_text(lam.body, '  ')}\n"


def value_text(value, type):
    """A value as input."""
    if type == F64:
        return f"{value!r}f64"
    if type == I64:
        return f"{value}i64"
    if type == BOOL:
        return "true" if value else "false"
    if isinstance(type, Product):
        return " ".join(value_text(v, t) for v, t in zip(value, type.parts))
    if not value_size(type):
        return f"empty({empty_text(type)})"
    return "[" + ", ".join(value_text(v, type.row) for v in value) + "]"


def empty_text(type):
    if isinstance(type, Array):
        return f"[{type.size.value}]{empty_text(type.row)}"
    return type.name


def value_size(type):
    return type.size.value * value_size(type.row) if isinstance(type, Array) else 1

"""Runs programs through the binary, several in one file."""
import re
import subprocess
from pathlib import Path

from text import definition_text, type_text, value_text
from tree import F64, Product, sizes_of

NUMBER = re.compile(r"-?f64\.(?:nan|inf)|-?[0-9][0-9.]*(?:e-?[0-9]+)?f64")
# All of these give the same bits...
CONFIGURATIONS = [
    ["--tier", "scalar", "--threads", "1"],
    ["--tier", "lanes", "--threads", "1"],
    ["--tier", "lanes", "--threads", "2"],
]
# ... and this one the same numbers.
OTHERWISE = ["--tier", "auto", "--threads", "2", "--chunk", "2", "--loop-states", "1"]
HANGS_AFTER = 120  # seconds


class Failure(Exception):
    """What went wrong; `kind` is what it has to stay when a program is made smaller."""

    def __init__(self, kind, text):
        super().__init__(f"{kind}: {text}")
        self.kind = kind


def module_text(program, name):
    """All the derivatives of a program, as a module."""
    lam = program.main
    point, result = type_text(Product(tuple(t for _, t in lam.params))), type_text(lam.body.type)
    names = {size.text for _, type in lam.params for size in sizes_of(type)}
    sizes = "".join(f" [{size}]" for size in sorted(names) if not size.isdigit())
    args = " ".join(f"v.{i}" for i in range(len(lam.params)))
    definitions = [definition_text(d.name, d.lam, d.inlined) for d in program.defs]
    second = weighted("jvp (\\v -> jvp f v d) x d", lam.body.type)
    body = f"""
def all{sizes} (x: {point}) (d: {point}) (w: {result}) =
  let f (v: {point}) : {result} = main {args}
  let g (v: {point}) : {point} = vjp f v w
  in (f x, jvp f x d, vjp f x w, jvp g x d, vjp g x d, vjp (\\v -> jvp f v d) x w,
      vjp (\\(v, u) -> vjp f v u) (x, w) d, (mjp f x [w, w])[1], (jmp f x [x, d])[1],
      {second})
"""
    text = "\n".join([*definitions, definition_text("main", lam)]) + body
    inner = "\n".join("  " + line if line else "" for line in text.splitlines())
    return f"module {name} = {{\n{inner}\n}}\n"


def weighted(text, type):
    """The sum of a value's numbers, each times its weight."""
    return f"(let (a, b) = ({text}, w) in {sum_text('a', 'b', type)})"


def sum_text(a, b, type):
    if type == F64:
        return f"{a} * {b}"
    if isinstance(type, Product):
        fields = type.names or range(len(type.parts))
        terms = [sum_text(f"{a}.{f}", f"{b}.{f}", t) for f, t in zip(fields, type.parts)]
        return "(" + " + ".join(terms) + ")"
    inner = sum_text("p" + a[0], "q" + b[0], type.row)
    return f"f64.sum (map2 (\\p{a[0]} q{b[0]} -> {inner}) {a} {b})"


def taken(stem, type):
    """Parameters of an entry point for a value of a type, and the value in their terms."""
    if not isinstance(type, Product):
        return [(stem, type)], stem
    parts = [taken(f"{stem}_{i}", part) for i, part in enumerate(type.parts)]
    if type.names:
        text = "{" + ", ".join(f"{n} = {t}" for n, (_, t) in zip(type.names, parts)) + "}"
    else:
        text = "(" + ", ".join(text for _, text in parts) + ")"
    return [param for params, _ in parts for param in params], text


def batch_text(programs):
    """A program that runs several, and its input."""
    modules, sizes, params, calls, inputs = [], [], [], [], []
    for i, program in enumerate(programs):
        modules.append(module_text(program, f"p{i}"))
        point = Product(tuple(type for _, type in program.main.params))
        values = [
            ("x", point, program.point),
            ("d", point, program.direction),
            ("w", program.main.body.type, program.weights),
        ]
        words = []
        for stem, type, value in values:
            flat, text = taken(f"{stem}{i}", type)
            words.append(text)
            inputs.append(value_text(value, type))
            params += [f"({name}: {renamed(type_text(t), i)})" for name, t in flat]
        sizes += [f"[{size}{i}]" for size in ("n", "m")]
        calls.append(f"p{i}.all " + " ".join(words))
    head = f"entry main {' '.join(sizes)} {' '.join(params)}"
    entry = f"{head} =\n  ({', '.join(calls)})\n"
    return "\n".join(modules) + entry, "\n".join(inputs) + "\n"


def renamed(text, i):
    """The sizes of program i."""
    return re.sub(r"\[([nm])\]", rf"[\g<1>{i}]", text)


class Laguz:
    def __init__(self, binary, folder):
        self.binary, self.folder = str(binary), Path(folder)
        self.runs = 0

    def run(self, text, values, words):
        """What it prints. Throws Failure."""
        file = self.folder / "programs.fut"
        file.write_text(text)
        command = [self.binary, "run", "-w", "--max-memory", "1G", *words, str(file)]
        self.runs += 1
        try:
            done = subprocess.run(command, input=values, capture_output=True, text=True,
                                  timeout=HANGS_AFTER)
        except subprocess.TimeoutExpired:
            raise Failure("hang", " ".join(words)) from None
        said = (done.stderr or done.stdout).strip()
        if done.returncode < 0 or done.returncode > 2 or "internal fault" in said:
            raise Failure("crash", f"status {done.returncode} with {' '.join(words)}\n{said}")
        if done.returncode != 0:
            raise Failure("refused", f"{' '.join(words)}\n{said}")
        return done.stdout

    def check(self, programs, expectations):
        """Runs them in every configuration. Throws Failure."""
        text, values = batch_text(programs)
        first = None
        for words in CONFIGURATIONS:
            out = self.run(text, values, words)
            if first is None:
                first = out
                self.compare(out, expectations)
            elif out != first:
                raise Failure("bits", difference(first, out, words))
        self.compare(self.run(text, values, OTHERWISE), expectations)

    def compare(self, out, expectations):
        numbers = [number(word) for word in NUMBER.findall(out)]
        at = 0
        for expected in expectations:
            many = sum(len(part) for _, part in expected.results)
            wrong = expected.compare(numbers[at : at + many])
            if wrong:
                raise Failure("wrong", wrong)
            at += many


def number(word):
    special = {"f64.nan": "nan", "-f64.nan": "nan", "f64.inf": "inf", "-f64.inf": "-inf"}
    return float(special.get(word, word[:-3]))


def difference(first, second, words):
    pairs = zip(NUMBER.findall(first), NUMBER.findall(second))
    found = [f"{x} and {y}" for x, y in pairs if x != y]
    return f"{' '.join(words)} gives others than scalar: {', '.join(found[:3])}"

"""Makes a failing program smaller, as long as it fails in the same way."""
from dataclasses import replace

from tree import OPTION, Function, Lam, count, free, zero


def rebuilt(tree, scope, edit):
    """All trees that differ from [tree] by one edit: edit(subtree, names in scope) gives some."""
    if isinstance(tree, Lam):
        inner = scope | {name for name, _ in tree.params}
        if tree.law:
            return
        for body in rebuilt(tree.body, inner, edit):
            yield replace(tree, body=body, text="")
        return
    yield from edit(tree, scope)
    for i, kid in enumerate(tree.kids):
        for other in rebuilt(kid, scope, edit):
            yield replace(tree, kids=(*tree.kids[:i], other, *tree.kids[i + 1 :]))


def descendants(tree):
    for kid in tree.kids:
        exp = kid.body if isinstance(kid, Lam) else kid
        yield exp
        yield from descendants(exp)


def simpler(exp, scope):
    """Smaller expressions of the same type that mean something where [exp] stands."""
    inner = [kid for kid in descendants(exp) if kid.type == exp.type and free(kid) <= scope]
    for kid in sorted(inner, key=count)[:6]:
        yield kid
    if not isinstance(exp.type, Function) and exp.type != OPTION:
        simplest = zero(exp.type)
        if count(simplest) < count(exp):
            yield simplest


def variants(program):
    """Programs that are one step smaller."""
    tops = frozenset(d.name for d in program.defs)
    used = free(program.main).union(*(free(d.lam) for d in program.defs))
    for i, d in enumerate(program.defs):
        if d.name not in used or free(d.lam) == {d.name} and d.name not in free(program.main):
            yield replace(program, defs=program.defs[:i] + program.defs[i + 1 :])
    for lam in rebuilt(program.main, tops, simpler):
        yield replace(program, main=lam)
    for i, d in enumerate(program.defs):
        for lam in rebuilt(d.lam, tops, simpler):
            defs = program.defs[:i] + [replace(d, lam=lam)] + program.defs[i + 1 :]
            yield replace(program, defs=defs)


def size(program):
    return count(program.main) + sum(count(d.lam) for d in program.defs)


def shrink(program, fails, patience):
    """The smallest that is found in [patience] attempts."""
    progress = True
    while progress and patience > 0:
        progress = False
        for smaller in sorted(variants(program), key=size):
            patience -= 1
            if patience <= 0:
                break
            if fails(smaller):
                program, progress = smaller, True
                break
    return program

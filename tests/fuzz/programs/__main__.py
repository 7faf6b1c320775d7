"""Random differentiable programs, against derivatives that are computed here:

  python3 tests/fuzz/programs --laguz build/release/laguz --count 500
"""
import sys

sys.dont_write_bytecode = True  # the folder is one of sources

import argparse
import random
import tempfile
import time
from pathlib import Path

from dual import Unfit
from expect import expect, fragile, random_value
from generate import Generator
from laguz import Failure, Laguz, batch_text
from shrink import shrink
from tree import Product

BATCH = 8
SHRINKING = 400  # attempts


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--laguz", required=True, help="the binary")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first program")
    parser.add_argument("--count", type=int, default=200, help="of programs (0: no limit)")
    parser.add_argument("--minutes", type=float, default=0, help="then it ends (0: no limit)")
    parser.add_argument("--keep", help="a folder for the programs that fail")
    parser.add_argument("--show", action="store_true", help="print the programs, run nothing")
    return parser.parse_args()


def make(seed, number):
    """Program [number], and what is expected of it: None if it is no good."""
    source = random.Random(f"{seed} {number}")
    program = Generator(source, wide=number % 25 == 24).program()
    point = Product(tuple(type for _, type in program.main.params))
    program.point = random_value(source, point)
    program.direction = random_value(source, point)
    program.weights = random_value(source, program.main.body.type)
    try:
        return program, expect(program)
    except Unfit:
        return program, None


class Hunt:
    def __init__(self, args, folder):
        self.args = args
        self.laguz = Laguz(args.laguz, folder)
        self.keep = Path(args.keep) if args.keep else None
        self.compared = self.unfit = self.findings = self.fragile = 0

    def run(self):
        end = time.monotonic() + 60 * self.args.minutes if self.args.minutes else None
        number, last = self.args.first, self.args.first + self.args.count
        while (end is None or time.monotonic() < end) and (not self.args.count or number < last):
            upto = min(number + BATCH, last) if self.args.count else number + BATCH
            self.batch(range(number, upto))
            number = upto
        print(f"{self.compared} programs compared, {self.unfit} unfit, {self.fragile} fragile, "
              f"{self.findings} findings; {self.laguz.runs} runs")
        # A generator that makes nothing of use would find nothing.
        return 0 if self.findings == 0 and self.compared >= self.unfit else 1

    def batch(self, numbers):
        fit = []
        for number in numbers:
            program, expected = make(self.args.seed, number)
            if expected is None:
                self.unfit += 1
            else:
                fit.append((number, program, expected))
        if not fit:
            return
        programs = [program for _, program, _ in fit]
        together = self.failure(programs, [expected for _, _, expected in fit])
        if together is None:
            self.compared += len(fit)
            return
        alone = 0
        for number, program, expected in fit:
            failure = self.failure([program], [expected])
            if failure is None:
                self.compared += 1
            elif failure.kind == "wrong" and fragile(program, expected):
                self.fragile += 1
            else:
                self.report(number, program, failure)
            alone += failure is not None
        if not alone:
            self.findings += 1
            print(f"== seed {self.args.seed}, programs {fit[0][0]} to {fit[-1][0]}, which are right "
                  f"alone: {together}", flush=True)
            self.keep_failure(f"{fit[0][0]}-{fit[-1][0]}", together, *batch_text(programs))

    def failure(self, programs, expectations):
        try:
            self.laguz.check(programs, expectations)
        except Failure as failure:
            return failure
        return None

    def report(self, number, program, failure):
        self.findings += 1

        def fails(smaller):
            try:
                expected = expect(smaller)
            except (Unfit, IndexError):  # what is taken out may have made an index too large
                return False
            found = self.failure([smaller], [expected])
            if found is None or found.kind != failure.kind:
                return False
            return found.kind != "wrong" or not fragile(smaller, expected)

        small = shrink(program, fails, SHRINKING)
        found = self.failure([small], [expect(small)])
        text, values = batch_text([small])
        print(f"== seed {self.args.seed}, program {number}: {found}\n{text}\n-- input:\n{values}",
              flush=True)
        self.keep_failure(number, found, text, values)

    def keep_failure(self, name, failure, text, values):
        if not self.keep:
            return
        self.keep.mkdir(parents=True, exist_ok=True)
        stem = self.keep / f"{self.args.seed}-{name}"
        stem.with_suffix(".fut").write_text(f"-- {str(failure).splitlines()[0]}\n{text}")
        stem.with_suffix(".in").write_text(values)


def main():
    args = options()
    sys.setrecursionlimit(20_000)
    if args.show:
        for number in range(args.first, args.first + args.count):
            print(batch_text([make(args.seed, number)[0]])[0])
        return 0
    with tempfile.TemporaryDirectory() as folder:
        return Hunt(args, folder).run()


if __name__ == "__main__":
    sys.exit(main())

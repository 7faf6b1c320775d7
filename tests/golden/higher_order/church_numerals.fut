-- Numbers as functions.
-- ==
-- input { 1 } output { 6 }
def two (f: i32 -> i32) (x: i32) = f (f x)
def three (f: i32 -> i32) (x: i32) = f (f (f x))
def times (m: (i32 -> i32) -> i32 -> i32) (n: (i32 -> i32) -> i32 -> i32) (f: i32 -> i32) = m (n f)
def main (x: i32) = times two three (+ 1) (x - 1)

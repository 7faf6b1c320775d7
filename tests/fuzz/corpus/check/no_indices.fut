def number (x: i32) = x with [] = 1
def field (x: {a: i64}) = x[].a
def row (xs: *[][]i64) = xs with [0][] = [1, 2]
def inside (x: {a: i64}) = x with a[] = 3

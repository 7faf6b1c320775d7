-- One function at several types in one expression.
-- ==
-- input { 2i64 } output { [1i8, 1i8] [true, true] [[0.5], [0.5]] }
def many 'a (n: i64) (x: a) = replicate n x
def main (n: i64) = (many n 1i8, many n true, many n [0.5])

-- ==
-- input { 2i64 } output { [0i64, 1i64] [true, true] }
type mixed [n] = {ints: [n]i64, flags: [n]bool}
def make (n: i64) : mixed [n] = {ints = iota n, flags = replicate n true}
def main (n: i64) =
  let m = make n
  in (m.ints, m.flags)

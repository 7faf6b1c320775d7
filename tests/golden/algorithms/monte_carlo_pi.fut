-- A quarter of a circle, by a generator of one's own: 7849 of 10000 points would be exact.
-- ==
-- input { 10000i64 } output { true }
def next (x: u32) : u32 =
  let x = x ^ (x << 13)
  let x = x ^ (x >> 17)
  in x ^ (x << 5)
def main (n: i64) =
  let inside i =
    let a = next (next (next (u32.i64 i * 2654435769 + 1)))
    let b = next (next a)
    let (x, y) = (f64.u32 a / 4294967296, f64.u32 b / 4294967296)
    in i64.bool (x * x + y * y < 1)
  let p = 4 * f64.i64 (i64.sum (map inside (iota n))) / f64.i64 n
  in p > 3.08 && p < 3.2

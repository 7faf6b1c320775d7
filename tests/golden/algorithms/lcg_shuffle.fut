-- A shuffle is a permutation: sorted, it is what it was.
-- ==
-- input { 100i64 7u32 } output { true true }
def main (n: i64) (seed: u32) =
  let (xs, _) =
    loop (xs, s) = (iota n, seed) for k < n - 1 do
      let s = s * 1664525 + 1013904223
      let i = n - 1 - k
      let j = i64.u32 (s >> 8) % (i + 1)
      let (a, b) = (xs[i], xs[j])
      in (xs with [i] = b with [j] = a, s)
  in (scatter (replicate n (-1)) xs xs == iota n, xs != iota n)

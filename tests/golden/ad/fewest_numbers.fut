-- What a loop keeps for its way back is the fewest numbers from which that follows: what a
-- rectifier gave rather than the state before it, elements rather than an array that is overwritten.
-- The derivatives are those of any other choice.
-- ==
-- entry: rectifiers ties several in_place swapped by_state counted narrow
-- input {} output { true }
import "lib/check"

-- | In lanes: a row for each argument, and its neighbour's number.
def rows (f: f64 -> f64 -> f64) (xs: [4]f64) : [4]f64 = map2 f xs (rotate 1 xs)

def rectifiers_of (x: f64) (y: f64) = loop m = 0.1 for j < 7 do f64.max 0 (0.9 * m + x * y - 0.05 * f64.i64 j)

entry rectifiers = agrees (rows rectifiers_of) (some 4)

-- Equals: the first operand counts, 0 of max and the state of min.
entry ties =
  let f x = loop m = x for _j < 3 do f64.max 0 (f64.min m 1)
  in vjp f 1 1 == 1 && vjp f 0 1 == 0 && jvp f 1 1 == 1 && jvp f 0 1 == 0

-- A number, a flag and a counter go round; two of them are read as they end.
entry several =
  agrees (rows (\x y ->
            let (s, _, n) = loop (s, up, n) = (x, true, 0) for j < 6 do
                              let t = f64.exp (-s * s) + y * f64.i64 n
                              let more = t > 0.5
                              in (if up then t else f64.sin (s + t), more, if more then n + 1 else j)
            in s * f64.i64 (n + 1)))
         (some 4)

-- A tree folded in an array of the row's own.
entry in_place =
  agrees (rows (\x y ->
            let v = loop v = tabulate 6 (\j -> x * f64.i64 j + y) for k < 5 do
                      loop v for j < 5 - k do v with [j] = 0.5 * (v[j + 1] * v[j + 1] + v[j] * y)
            in v[0]))
         (map (* 0.4) (some 4))

-- Each iteration writes the array that the next one reads.
entry swapped =
  agrees (rows (\x y ->
            let (a, b) = loop (a, b) = (replicate 3 x, replicate 3 y) for j < 5 do
                           let at = j % 3
                           let r = f64.sin a[at] * b[(at + 1) % 3]
                           in (b with [at] = r + a[2 - at], a)
            in a[0] * b[1] + a[2]))
         (some 4)

-- Where it writes, and what it reads, depends on numbers that go round.
entry by_state =
  agrees (rows (\x y ->
            let (v, _, s) = loop (v, at, s) = (tabulate 5 (\j -> x + f64.i64 j), 2, y) for _j < 6 do
                              let next = (3 * at + 1) % 5
                              let s = s * v[at] / (1 + v[next] * v[next])
                              in (v with [next] = f64.cos s + v[next], next, s)
            in s + v[3] * v[4]))
         (some 4)

-- The same where lanes go round differently often.
entry counted =
  agrees (rows (\x y ->
            let (m, _, v) = loop (m, s, v) = (x, 0, replicate 4 y) while s < 3 + f64.abs x do
                              let at = i64.f64 s % 4
                              let m = f64.max 0.1 (m * y + v[at] * v[at])
                              in (m, s + 0.75, v with [at] = f64.sin m)
            in m * v[1]))
         (some 4)

-- In f32, and where a NaN or an infinity comes by: derivatives choose, as the values do.
entry narrow =
  let f (x: f32) = loop m = x for _j < 4 do f32.max 0 (f32.min 2 (1.5 * m))
  in vjp f 0.5 1 == 0 && vjp f 0.25 1 == 5.0625 && vjp f f32.nan 1 == 0 && vjp f (-f32.inf) 1 == 0

-- Places that differ in every iteration, and such that may be one: what is written at one is seen
-- through where another is read, and is not written where it is written again, but only then.
import "lib/check"

-- Rows below the present one.
def eliminated [n] (x: [n]f64) : [n]f64 =
  let m = tabulate_2d n n (\i j -> x[i] * f64.sin (f64.i64 (i + 2 * j)) + f64.bool (i == j) * 3)
  let u =
    loop u = m for k < n - 1 do
      loop u for i in k + 1..<n do
        let f = u[i, k] / u[k, k]
        in loop u for j in k..<n do u with [i, j] = u[i, j] - f * u[k, j]
  in tabulate n (\i -> u[i, i])

-- The same rows in 32 bits, both overwritten.
def rotated [n] (x: [n]f64) : [n]f64 =
  let m = tabulate_2d n n (\i j -> x[j] + f64.cos (f64.i64 (3 * i + j)))
  let r =
    loop r = m for j < i32.i64 n do
      loop r for i in j + 1..<i32.i64 n do
        let (c, s) = (r[i64.i32 j, i64.i32 j], r[i64.i32 i, i64.i32 j])
        let upper = map2 (\u v -> c * u + s * v) r[i64.i32 j] r[i64.i32 i]
        let lower = map2 (\u v -> c * v - s * u) r[i64.i32 j] r[i64.i32 i]
        in r with [i64.i32 j] = map f64.sin upper with [i64.i32 i] = map f64.sin lower
  in map f64.sum r

-- From both ends: in the middle they are one.
def mirrored [n] (x: [n]f64) : [n]f64 =
  loop a = copy x for i < n do
    let j = n - 1 - i
    let a = a with [i] = a[i] * a[j]
    let b = a[i] + 0.5 * a[j]
    in a with [j] = f64.sin b

-- One further than the other at times, and not at others.
def sometimes [n] (x: [n]f64) : [n]f64 =
  loop a = copy x for i < n do
    loop a for j < n - i do
      let a = a with [i + j] = a[i] * 0.7 + a[i + j]
      in a with [i] = f64.sin (a[i] + a[i + j])

-- Around a ring: the neighbour of the only one is itself.
def ring [n] (x: [n]f64) : [n]f64 =
  loop a = copy x for i < n do
    let j = (i + 1) % n
    let a = a with [i] = a[i] * a[j]
    let a = a with [j] = a[j] + a[i]
    in a with [i] = f64.cos a[i]

-- An index of 8 bits that goes round: 200, 210, ..., 4.
def narrow [n] (x: [n]f64) : [n]f64 =
  let a = tabulate 256 (\i -> x[i % n])
  let a =
    loop a for k < 7u8 do
      let (p, q) = (200 + 10 * k, 4 + k)
      let a = a with [i64.u8 p] = a[i64.u8 p] * a[i64.u8 q]
      let a = a with [i64.u8 q] = f64.sin a[i64.u8 p]
      in a with [i64.u8 p] = a[i64.u8 q] * a[i64.u8 p]
  in tabulate n (\i -> f64.sum (map (\j -> a[j]) (map (\t -> (i + t * 31) % 256) (iota 9))))

-- What is written again in one branch alone.
def branch [n] (x: [n]f64) : [n]f64 =
  loop a = copy x for i < n - 1 do
    let a = a with [i] = a[i] * a[i + 1]
    in if a[i + 1] > 0 then a with [i] = a[i + 1] * a[i + 1] else a

-- ==
-- entry: in_eliminated in_rotated in_mirrored in_sometimes in_ring in_narrow in_branch
-- input { 1i64 } output { true }
-- input { 2i64 } output { true }
-- input { 5i64 } output { true }
entry in_eliminated (n: i64) = agrees (eliminated : [n]f64 -> [n]f64) (some n)
entry in_rotated (n: i64) = agrees (rotated : [n]f64 -> [n]f64) (some n)
entry in_mirrored (n: i64) = agrees (mirrored : [n]f64 -> [n]f64) (some n)
entry in_sometimes (n: i64) = agrees (sometimes : [n]f64 -> [n]f64) (some n)
entry in_ring (n: i64) = agrees (ring : [n]f64 -> [n]f64) (some n)
entry in_narrow (n: i64) = agrees (narrow : [n]f64 -> [n]f64) (some n)
entry in_branch (n: i64) = agrees (branch : [n]f64 -> [n]f64) (some n)

-- What the functions themselves give, as it is computed elsewhere.
-- ==
-- entry: value_eliminated
-- input { 5i64 } output { [3.0, 2.964990690871323, 3.034011838010614, 2.787164561389781, 2.662682027016794] }
entry value_eliminated (n: i64) : [n]f64 = eliminated (some n)

-- ==
-- entry: value_rotated
-- input { 5i64 } output { [-0.182391483164488, 1.955529612180676, 0.718920200751995, 0.029313512474513, 0.059249527888255] }
entry value_rotated (n: i64) : [n]f64 = rotated (some n)

-- ==
-- entry: value_mirrored
-- input { 5i64 } output { [0.849392621874892, -0.004961485734579, 0.008859350421043, 0.175045032672202, 0.66317814611629] }
entry value_mirrored (n: i64) : [n]f64 = mirrored (some n)

-- ==
-- entry: value_sometimes
-- input { 5i64 } output { [0.579405992354628, 0.999616375499913, 0.347932932479719, -0.561970942712876, -1.3815065565e-05] }
entry value_sometimes (n: i64) : [n]f64 = sometimes (some n)

-- ==
-- entry: value_ring
-- input { 5i64 } output { [1.250759834600017, 0.98785784939266, 0.997634016240847, 0.97148139554773, 0.846046170449722] }
entry value_ring (n: i64) : [n]f64 = ring (some n)

-- ==
-- entry: value_narrow
-- input { 5i64 } output { [4.080062745153862, 4.470166695271945, 3.706662312738606, 5.13548094806584, 4.555381020749707] }
entry value_narrow (n: i64) : [n]f64 = narrow (some n)

-- ==
-- entry: value_branch
-- input { 5i64 } output { [1.484419813764253, -0.093634635119359, 0.0227090024262, 1.115288356674884, 1.056072136113289] }
entry value_branch (n: i64) : [n]f64 = branch (some n)

-- A place outside is refused, whoever reads what is written there.
-- ==
-- entry: unread_outside
-- input { 2i64 } output { 7.0 }
-- input { 3i64 } error: out of bounds
entry unread_outside (i: i64) : f64 =
  let a = replicate 3 7f64 with [i] = 1
  in a[0] + 0 * f64.i64 i

-- ==
-- entry: overwritten_outside
-- input { 2i64 } output { 9.0 }
-- input { 3i64 } error: out of bounds
entry overwritten_outside (i: i64) : f64 =
  let a = replicate 3 7f64 with [i] = 1
  let b = a with [i] = a[0] + 2
  in b[2]

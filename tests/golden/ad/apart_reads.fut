-- What a loop reads where none of its iterations writes is read before it; where one of them may,
-- each iteration reads what is there then.
import "lib/check"

def square [n] (x: [n]f64) : *[n][n]f64 =
  tabulate_2d n n (\i j -> x[i] * f64.sin (f64.i64 (i + 2 * j)) + f64.bool (i == j) * 3)

-- The pivot's row, and its number, while the rows below are written.
def below [n] (x: [n]f64) : [n]f64 =
  let u = loop u = square x for k < n do
            loop u for i in k + 1..<n do
              let f = u[i, k] / u[k, k]
              in u with [i] = map2 (\p q -> p - f * q) u[i] u[k]
  in map f64.sum u

-- Its column.
def beside [n] (x: [n]f64) : [n]f64 =
  let u = loop u = square x for k < n do
            loop u for j in k + 1..<n do
              let f = u[k, j] / u[k, k]
              in u with [:, j] = map2 (\p q -> p - f * q) u[:, j] u[:, k]
  in map f64.sum u

-- The row above, of which a branch or a loop within writes others.
def within [n] (x: [n]f64) : [n]f64 =
  let u = loop u = square x for k < n do
            loop u for i < n - 1 - k do
              let row = map2 (\p q -> f64.sin (p + 0.3 * q)) u[k + 1 + i] u[k]
              let u = if x[i] > 0 then u with [i + k + 1] = row else u
              in loop u for j < i do u with [k + 1 + j, i] = u[k + 1 + j, i] * u[k, i]
  in map f64.sum u

-- The first iteration writes what it reads, and the others read that.
def first_too [n] (x: [n]f64) : [n]f64 =
  let u = loop u = square x for k < n do
            loop u for i in k..<n do
              let f = u[i, k] * u[k, k]
              in u with [i] = map2 (\p q -> f64.sin (p - 0.1 * f * q)) u[i] u[k]
  in map f64.sum u

-- Another number of the same row is written.
def in_row [n] (x: [n]f64) : [n]f64 =
  let u = loop u = square x for k < n do
            loop u for i in k + 1..<n do
              let s = f64.sum (map (\p -> p * p) u[k])
              let u = u with [i] = map (\p -> p * 0.5 + f64.cos s) u[i]
              in u with [k, i] = u[k, i] * 0.7 + u[i, k]
  in map f64.sum u

-- In lanes, and not.
def in_map [n] (f: (k: i64) -> [k]f64 -> [k]f64) (x: [n]f64) : [n]f64 =
  map (\i -> f64.sum (f n (map (+ 0.1 * f64.i64 i) x))) (iota n)

-- ==
-- entry: in_below in_beside in_within in_first_too in_row_too lanes_below lanes_within
-- input { 1i64 } output { true }
-- input { 2i64 } output { true }
-- input { 5i64 } output { true }
entry in_below (n: i64) = agrees (below : [n]f64 -> [n]f64) (some n)
entry in_beside (n: i64) = agrees (beside : [n]f64 -> [n]f64) (some n)
entry in_within (n: i64) = agrees (within : [n]f64 -> [n]f64) (some n)
entry in_first_too (n: i64) = agrees (first_too : [n]f64 -> [n]f64) (some n)
entry in_row_too (n: i64) = agrees (in_row : [n]f64 -> [n]f64) (some n)
entry lanes_below (n: i64) = agrees (in_map (\k (x: [k]f64) -> below x) : [n]f64 -> [n]f64) (some n)
entry lanes_within (n: i64) = agrees (in_map (\k (x: [k]f64) -> within x) : [n]f64 -> [n]f64) (some n)

-- A row that is not there is asked for by nobody, if there are no iterations.
-- ==
-- entry: outside
-- input { 0i64 } output { [1.0, 1.0, 1.0] }
-- input { 1i64 } error: out of bounds
entry outside (n: i64) : [3]f64 =
  vjp (\(x: [3]f64) -> let u = loop u = tabulate_2d 3 3 (\i _ -> x[i]) for i < n do
                                 u with [i] = map2 (+) u[i] u[n + 2]
                       in f64.sum (map (\r -> r[0]) u)) [1, 2, 3] 1

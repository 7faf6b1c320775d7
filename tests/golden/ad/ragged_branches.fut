-- Branches in loops in a map whose sides keep different lengths, and loops in loops in loops whose
-- turns differ from lane to lane. Both modes, and both orders, say the same; and each lane the same
-- as alone.
import "lib/check"

def rows (m: i64) : [m][6]f64 =
  tabulate_2d m 6 (\i j -> 0.5 + 0.45 * f64.sin (1.3 * f64.i64 i + 2.1 * f64.i64 j))

def dot [n] [m] (a: [n][m]f64) (b: [n][m]f64) : f64 = f64.sum (map2 (\x y -> f64.sum (map2 (*) x y)) a b)

def agree [m] (f: i64 -> [6]f64 -> f64) (xs: [m][6]f64) : bool =
  let loss xs = f64.sum (map2 f (iota m) xs)
  let gradient xs = vjp loss xs 1
  let along = map (map (\x -> x * x - 0.7)) xs
  let alone = map2 (\i x -> vjp (f i) x 1) (iota m) xs
  in near (dot (gradient xs) along) (jvp loss xs along)
     && near_matrix (gradient xs) alone
     && near_matrix (jvp gradient xs along) (vjp gradient xs along)

-- A recurrence that waits where its sequence has ended.
def padded (i: i64) (x: [6]f64) : f64 =
  let w = [[0.3, -0.2, 0.5], [0.1, 0.4, -0.6], [-0.3, 0.2, 0.7]]
  in f64.sum (loop h = [0.1, x[0], 0.3] for t < 6 do
                if t > i % 5 then h
                else let z = map (\r -> f64.tanh (f64.sum (map2 (*) r h) + x[t])) w
                     in map2 (\a b -> a * (1 - b) + f64.sin b) h z)

-- Iterations on one side, until something holds; none on the other.
def solved (_: i64) (x: [6]f64) : f64 =
  loop s = 1 for t < 6 do
    if x[t] > 0.5
    then (loop (z, k) = (s, 0i32) while f64.abs (z * z - x[t] - s) > 1e-2 && k < 4 do
            (0.5 * (z + (x[t] + s) / z), k + 1)).0
    else s * 0.9 + 0.1 * x[t]

-- Iterations on both sides, and a branch in a branch.
def both (i: i64) (x: [6]f64) : f64 =
  loop s = 0.4 for t < 6 do
    if x[t] > 0.35
    then if x[t] > 0.7
         then loop z = s for _k < 2 + i % 2 do f64.sin (z + x[t])
         else loop z = s for _k < 3 do z * 0.9 + 0.1 * z * z * x[t]
    else s + x[t] * s

-- As many as a constructor says.
def matched (i: i64) (x: [6]f64) : f64 =
  loop s = 0.5 for t < 6 do
    let todo : (#wait | #again i64 f64 | #sum [2]f64) =
      if x[t] < 0.3 then #wait
      else if x[t] < 0.6 then #again (1 + (i + t) % 3) x[(t + 1) % 6] else #sum [x[t], x[t] * s]
    in match todo
       case #wait -> s
       case #again n v -> loop s for _k < n do f64.sin (s + v)
       case #sum a -> f64.sum (map (\u -> u * u * s) a)

-- Elimination that leaves out what is too small.
def eliminated (i: i64) (x: [6]f64) : f64 =
  let a = tabulate_2d 4 4 (\j k -> f64.sin (x[(j + k) % 6] * f64.i64 (1 + j * k)) + f64.bool (j == k))
  let u = loop u = a for k < 3 do
            if f64.abs u[k, k] < 0.8 + 0.1 * f64.i64 (i % 3) then u
            else loop u for j in k + 1..<4 do
                   let f = u[j, k] / u[k, k]
                   in loop u for l in k..<4 do u with [j, l] = u[j, l] - f * u[k, l]
  in f64.sum (map (\k -> f64.log (1 + u[k, k] ** 2)) (iota 4))

-- Three, of which two differ.
def three (i: i64) (x: [6]f64) : f64 =
  loop s = 0.5 for t < 4 do
    loop s for a < 1 + (i + t) % 3 do
      loop s for b < 1 + i64.f64 (2 * s * s) + (i + a) % 2 do f64.cos (s * x[t] + x[5] * f64.i64 b)

-- And all three.
def until (i: i64) (x: [6]f64) : f64 =
  (loop (s, t) = (0.5, 0) while t < 1 + i % 4 do
     (loop (s, a) = (s, 0) while a < 2 && s < 1.5 do
        (loop (s, b) = (s, 0) while b < 1 + (i + a) % 3 do (f64.sin (s + x[b] * x[t]), b + 1)).0
        |> (\s -> (s * 1.1, a + 1)))
     |> (\(s, _) -> (s, t + 1))).0

-- ==
-- tags { threads }
-- entry: in_padded in_solved in_both in_matched in_eliminated in_three in_until
-- input { 1i64 } output { true }
-- input { 13i64 } output { true }
-- input { 200i64 } output { true }
-- input { 0i64 } output { true }
entry in_padded (m: i64) = agree padded (rows m)
entry in_solved (m: i64) = agree solved (rows m)
entry in_both (m: i64) = agree both (rows m)
entry in_matched (m: i64) = agree matched (rows m)
entry in_eliminated (m: i64) = agree eliminated (rows m)
entry in_three (m: i64) = agree three (rows m)
entry in_until (m: i64) = agree until (rows m)

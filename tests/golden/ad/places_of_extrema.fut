-- Where the largest and the least of a row is, is found on the way there, and what gives the place
-- takes the cotangent: of equals the first, and the neutral element before all.
import "lib/check"

def inf = f64.inf
def nan = f64.nan

-- | The gradient of a weighted sum of what [f] gives of each row.
def of_rows [m] [n] (f: [n]f64 -> f64) (rows: [m][n]f64) : [m][n]f64 =
  vjp (\rows -> f64.sum (map2 (\i row -> f64.i64 (i + 1) * f row) (iota m) rows)) rows 1

-- ==
-- tags { long }
-- entry: largest
-- input { } output {
--   [[0.0, 1.0, 0.0], [2.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]] }
entry largest =
  of_rows f64.maximum
          [[1, 3, 2], [4, 4, 4], [-inf, -inf, -inf], [nan, 0, -1], [nan, nan, -inf], [nan, nan, nan]]

-- ==
-- entry: least
-- input { } output { [[1.0, 0.0, 0.0], [0.0, 0.0, 2.0], [0.0, 0.0, 0.0], [0.0, 4.0, 0.0]] }
entry least = of_rows f64.minimum [[1, 3, 2], [4, 4, 3], [inf, inf, inf], [nan, -inf, -inf]]

-- A neutral element that is no such thing: it counts where it is passed by none.
-- ==
-- entry: above
-- input { } output { [[0.0, 1.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]] 9.0 }
entry above =
  let f (least: f64, rows: [4][2]f64) =
    f64.sum (map2 (\i row -> f64.i64 (i + 1) * reduce f64.max least row) (iota 4) rows)
  let rows = [[1, 3], [-1, -2], [0, 0], [nan, -0.5]]
  in (of_rows (reduce f64.max 0) rows, (vjp f (0, rows) 1).0)

-- The same in forward mode, and outside of maps; and what the sign of a zero decides.
-- ==
-- entry: either_way
-- input { } output { [true, true, true, true] [1.0, 1.0, -1.0, 1.0] [1.0, 1.0, -1.0, 1.0] }
entry either_way =
  let agree [n] (f: [n]f64 -> f64) (x: [n]f64) : bool =
    let ways = tabulate n (\i -> jvp f x (tabulate n (\j -> f64.bool (i == j))))
    in and (map2 (==) ways (vjp f x 1)) && and (map2 (==) ways (of_rows f [x])[0])
  let signed (least: f64) (x: f64) (y: f64) : f64 =
    f64.sum (map (\row -> f64.copysign y (reduce f64.max least row)) [[x]])
  let both f = map2 f [(0, -0.0), (0, 0), (-0.0, 0), (-1, 0)] (replicate 4 1)
  in ( [ agree f64.maximum [-inf, -inf], agree f64.minimum [inf, 3, inf, 3]
       , agree (\v -> reduce f64.max v[0] v[1:]) [2, 2, 1], agree (\v -> reduce f64.min v[2] v) [1, 2, 1]]
     , both (\(least, x) y -> vjp (signed least x) y 1)
     , both (\(least, x) y -> jvp (signed least x) y 1))

-- ==
-- entry: long
-- input { } output { [[256i64, 1i64], [0i64, 1i64], [599i64, 1i64], [599i64, 1i64]] }
entry long =
  let rows = [ tabulate 600 (\i -> f64.i64 (-i64.abs (i - 256))), replicate 600 7
             , tabulate 600 (f64.i64 >-> f64.sqrt), tabulate 600 (\i -> if i == 599 then 0 else -inf)]
  in map (\row -> let places = filter (\i -> row[i] != 0) (iota 600)
                  in [if null places then -1 else places[0], length places])
         (of_rows f64.maximum rows)

-- ==
-- entry: empty
-- input { 2i64 0i64 } output { empty([2][0]f64) }
-- input { 0i64 3i64 } output { empty([0][3]f64) }
entry empty (m: i64) (n: i64) : [m][n]f64 = of_rows f64.maximum (replicate m (replicate n 1))

-- Halves, singles and integers; an operator of one's own, with and without the place.
-- ==
-- entry: others
-- input { } output { [[0f16, 1f16], [2f16, 0f16]] [[0f32, 1f32], [2f32, 0f32]] [[0i32, 1i32], [2i32, 0i32]] }
entry others =
  ( vjp (\m -> f16.sum (map2 (\w row -> w * f16.maximum row) [1, 2] m)) [[1, 2], [3, 3]] 1
  , vjp (\m -> f32.sum (map2 (\w row -> w * f32.maximum row) [1, 2] m)) [[1, 2], [3, 3]] 1
  , vjp (\m -> i32.sum (map2 (\w row -> w * i32.maximum row) [1, 2] m)) [[1, 2], [3, 3]] 1)

-- ==
-- entry: own
-- input { } output { [[0.0, 1.0, 0.0], [2.0, 0.0, 0.0]] [[0.0, 1.0, 0.0], [0.0, 0.0, 2.0]] }
entry own =
  let rows = [[1, 3, 2], [4, 4, 4]]
  in ( of_rows (reduce (\x y -> if y > x then y else x) (-inf)) rows
     , of_rows (\row -> (reduce (\(x, i) (y, j) -> if y >= x then (y, j) else (x, i)) (-inf, -1)
                                (zip row (iota 3))).0) rows)

-- In loops, which keep the places: what each step takes is one sum of two.
def paths [s] (moves: [s][s]f64) (scores: [][s]f64) (largest: [s]f64 -> f64) : f64 =
  largest (loop v = scores[0] for i in 1..<length scores do
             map2 (\score row -> score * score + largest (map2 (\x y -> x * y + f64.sin y) v row))
                  scores[i] moves)

def by (largest: [3]f64 -> f64) (x: [9]f64) : [4]f64 =
  map (\k -> let moves = map (\i -> map (\j -> x[(i * 3 + j + k) % 9] + 0.01 * f64.i64 k) (iota 3)) (iota 3)
             in paths moves (map (\i -> map (\j -> x[(i + 2 * j + k) % 9]) (iota 3)) (iota 4)) largest)
      (iota 4)

-- ==
-- entry: in_loops
-- input { } output { [true, true, true, true, true] }
entry in_loops =
  [ agrees (by f64.maximum) (some 9)
  , agrees (by (reduce f64.min 0.3)) (some 9)
  , agrees (by (reduce (\x y -> if x > y then x else y) (-inf))) (some 9)
  , agrees (by (\v -> loop m = v[0] for i in 1...2 do f64.max m v[i])) (some 9)
  , agrees (by (\v -> f64.log (f64.sum (map (\x -> f64.exp (x - f64.maximum v)) v)))) (some 9)
  ]

-- What has been found says which row is read.
-- ==
-- entry: rows_chosen
-- input { } output { true }
entry rows_chosen =
  agrees (\x -> let w = unflatten (sized (4 * 3) x)
                in loop v = [0.3, 0.1, -0.2] for t < 3 do
                     map (\j -> let row = map (\k -> f64.sin (v[k] * w[j, k] + f64.i64 t)) (iota 3)
                                let (_, i) = reduce (\(a, i) (b, j) -> if b > a then (b, j) else (a, i))
                                                    (-inf, 0) (zip row (iota 3))
                                in f64.sum (map2 (\a b -> a * f64.cos b) w[i + 1] v))
                         (iota 3))
         (some 12)

-- A row whose extremum is found, of an array that goes round, read at a place as well.
-- ==
-- entry: rows_that_go_round
-- input { } output { true }
entry rows_that_go_round =
  agrees (\x -> let (u, s) =
                  loop (u, s) = (unflatten (sized (2 * 3) x), 0.2) for t < 2 do
                    let least = reduce (\p q -> if p < q then p else q) (-5) (map f64.sin u[t % 2])
                    let (u, found) =
                      unzip (map (\row ->
                        let r = f64.tanh (f64.minimum u[t % 2])
                        let m = tabulate_2d 2 3 (\_ _ -> 0.5 * f64.sin (row[2 - t] * least))
                        in (map (\q -> f64.min (row[(q + 2) % 3] + m[1, 2]) least) (iota 3),
                            f64.tanh (f64.abs u[0, 2 - t] + r + f64.sum (flatten m)))) u)
                    in (u, 0.5 * s + f64.maximum found)
                in [s + f64.sum (flatten u)])
         (some 6)

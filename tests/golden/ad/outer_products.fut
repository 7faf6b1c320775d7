-- Weights that a loop uses again and again, of one sequence: what comes back to them is an outer
-- product in each iteration, and all of them together are products of matrices. Both modes say the
-- same, and both orders.
import "lib/check"

def matrix (n: i64) (m: i64) (from: f64) : [n][m]f64 =
  tabulate_2d n m (\i j -> 0.4 * f64.sin (from + f64.i64 (i * 7 + j * 3)))

def vector (n: i64) (from: f64) : [n]f64 = tabulate n (\i -> f64.cos (from + f64.i64 i))

def times [n] [m] (a: [n][m]f64) (x: [m]f64) : [n]f64 = map (\row -> f64.sum (map2 (*) row x)) a

def dot [n] [m] (a: [n][m]f64) (b: [n][m]f64) : f64 = f64.sum (map2 (\x y -> f64.sum (map2 (*) x y)) a b)

def agree [n] [m] (loss: [n][m]f64 -> f64) (w: [n][m]f64) : bool =
  let along = matrix n m 2
  let gradient w = vjp loss w 1
  in near (dot (gradient w) along) (jvp loss w along)
     && near_matrix (jvp gradient w along) (vjp gradient w along)

-- One state, squashed.
def squashed (turns: i64) (w: [5][5]f64) : f64 =
  f64.sum (loop x = vector 5 1 for _i < turns do map f64.tanh (times w x))

-- Inputs, of another size than the state; the weights are used twice.
def recurrent (turns: i64) (w: [4][7]f64) : f64 =
  let input = matrix 200 3 1
  in f64.sum (loop h = vector 4 0 for t < turns do
                let next (h: [4]f64) = map f64.sin (times w (sized 7 (h ++ input[t % 200])))
                in map2 (\a b -> 0.5 * a + b) (next h) (next (map (* 0.3) h)))

-- In loops in loops, and behind a branch.
def nested (turns: i64) (w: [3][3]f64) : f64 =
  f64.sum (loop x = vector 3 1 for i < 3 do
             if i == 1 then x else loop x for j < turns do map (\a -> f64.sin (a + f64.i64 j)) (times w x))

-- ==
-- entry: of_squashed of_recurrent of_nested
-- input { 0i64 } output { true }
-- input { 1i64 } output { true }
-- input { 3i64 } output { true }
-- input { 63i64 } output { true }
-- input { 64i64 } output { true }
-- input { 65i64 } output { true }
-- input { 130i64 } output { true }
-- input { -2i64 } output { true }
entry of_squashed (turns: i64) = agree (squashed turns) (matrix 5 5 0)
entry of_recurrent (turns: i64) = agree (recurrent turns) (matrix 4 7 0)
entry of_nested (turns: i64) = agree (nested turns) (matrix 3 3 0)

-- Inputs and weights at once: what comes back to the inputs is kept of each iteration, and so are the
-- vectors. Of a length that nobody knows before.
def driven (d: i64) (turns: i64) (both: [d + turns][d]f64) : f64 =
  let w = take d both
  let xs = drop d both
  in f64.sum (loop h = vector d 0 for x in xs do map2 (\a b -> f64.tanh (a + b)) x (times w h))

-- ==
-- entry: of_driven
-- input { 5i64 0i64 } output { true }
-- input { 5i64 1i64 } output { true }
-- input { 7i64 64i64 } output { true }
-- input { 3i64 150i64 } output { true }
-- input { 0i64 3i64 } output { true }
entry of_driven (d: i64) (turns: i64) = agree (driven d turns) (matrix (d + turns) d 0)

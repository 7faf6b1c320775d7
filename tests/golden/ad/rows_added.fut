-- Loops that add to an array what is computed from all of its row: not sums that need no order.

import "lib/check"

def layers [l] [n] [d] (f: [d][d]f64 -> [d]f64 -> [d]f64) (ws: [l][d][d]f64) (x: [n][d]f64) =
  loop y = x for w in ws do map (f w) y

def dot [n] (a: [n]f64) (b: [n]f64) : f64 = f64.sum (map2 (*) a b)

-- Two matrices and two rows, as one array; how long they are is not known before.
def apart (d: i64) (f: [2][d][d]f64 -> [2][d]f64 -> [2][d]f64) (p: [2 * d * d + 2 * d]f64) : [2 * d]f64 =
  flatten (f (unflatten_3d (take (2 * d * d) p)) (unflatten (sized (2 * d) (drop (2 * d * d) p))))

def both (d: i64) (f: [2][d][d]f64 -> [2][d]f64 -> [2][d]f64) =
  let at = tabulate (2 * d * d + 2 * d) (\i -> f64.sin (f64.i64 (7 * i + 1)))
  in (first_order (apart d f) at, second_order (apart d f) at)

-- ==
-- entry: residual residual_swapped less linear by_index last neighbours in_a_loop no_weights twice both_sides
-- input { 3i64 }
-- output { [true, true, true, true] [true, true, true, true] }

-- A residual network.
entry residual d = both d (layers (\w r -> map2 (\wr a -> a + f64.tanh (dot wr r)) w r))
entry residual_swapped d = both d (layers (\w r -> map2 (\wr a -> f64.tanh (dot wr r) + a) w r))
entry less d = both d (layers (\w r -> map2 (\wr a -> a - f64.sin (dot wr r)) w r))
entry linear d = both d (layers (\w r -> map2 (\wr a -> a + dot wr r) w r))
entry by_index d =
  both d (\(ws: [2][d][d]f64) (x: [2][d]f64) ->
            loop y = x for w in ws do
              tabulate_2d 2 d (\i j -> y[i, j] + f64.tanh (f64.sum (map (\k -> w[j, k] * y[i, k]) (iota d)))))
entry last d = both d (layers (\w r -> map2 (\wr a -> a + wr[0] * r[2]) w r))
entry neighbours d =
  both d (layers (\w r -> map (\k -> r[k] + w[k, 0] * f64.sin r[(k + 1) % d]) (iota d)))
entry in_a_loop d =
  both d (layers (\w r -> map2 (\wr a -> a + (loop s = 0 for k < d do s + wr[k] * r[k])) w r))
entry no_weights d =
  both d (\_ x -> iterate 3 (map (\r -> map (\a -> a + f64.sum r * 0.1) r)) x)
-- The row as an operand, twice.
entry twice d = both d (layers (\w r -> map3 (\wr a b -> a + wr[0] * f64.sin b) w r r))
-- A branch on each side.
entry both_sides d =
  both d (layers (\w r -> map2 (\wr a -> if wr[0] > 0 then a + dot wr r else a - 0.5 * wr[1]) w r))

-- The values of constants that a condition names are told, too; those of the prelude are known.
-- ==
-- entry: number
-- input { 2.0 } error: with x = 2.0, most = 1.5, limits.least = 0\n
-- ==
-- entry: in_map
-- input { [1.0, 2.0] } error: with x = 2.0, most = 1.5\nIn iteration 1 of the map
-- ==
-- entry: derived
-- input { 2.0 } error: with x = 2.0, most = 1.5\n

def most = 1.5
def limit = {least = 0i64, of = \x -> x + 1i32}
def limits = {least = 0i64}
entry number (x: f64) = assert (x < most && i64.f64 x > limits.least && x < f64.pi) x
entry in_map (xs: []f64) = map (\x -> assert (x < most) (x + f64.i32 (limit.of 1))) xs
entry derived (x: f64) = vjp (\x -> assert (x < most) (x * x)) x 1

-- The field is wanted before the record's type is known.
-- ==
-- error: has no field wieght: did you mean "weight"\?
type edge = {from: i64, weight: f64}
def weights [n] (edges: [n]edge) : [n]f64 = map (\e -> e.wieght) edges
def main (n: i64) : []f64 = weights (map (\i -> {from = i, weight = 1}) (iota n))

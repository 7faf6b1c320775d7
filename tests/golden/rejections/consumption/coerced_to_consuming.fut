-- ==
-- error: size coercion[^$]*incompatible regarding consuming[^$]*cannot change what a function consumes
def first (f: [3]i64 -> i64) = (f :> (*[3]i64 -> i64)) [1, 2, 3]

-- A tensor reduced along each of its axes in turn, the others by transposes inside and outside of
-- maps.

import "lib/random"

def loss [n] [m] [k] (a: [n][m][k]f64) : f64 =
  let last = map (map f64.sum) a
  let middle = map (\slab -> map f64.maximum (transpose slab)) a
  let first = map (map (\line -> f64.sum (map (\x -> x * x) line))) (map transpose (transpose a))
  let centred =
    map3 (\slab means tops ->
            map2 (\row mean -> map2 (\x top -> (x - mean / f64.i64 k) * top) row tops) slab means)
         a last middle
  in f64.sum (flatten_3d (map (map (map (\x -> x * x))) centred))
     + f64.sum (map f64.log (flatten first))

entry input : [51][60][80]f64 =
  tabulate_3d 51 60 80 (\i j l -> real 1 (-1) 1 ((i * 60 + j) * 80 + l))

entry primal [n] [m] [k] (a: [n][m][k]f64) : f64 = loss a

entry gradient [n] [m] [k] (a: [n][m][k]f64) : [n][m][k]f64 = vjp loss a 1

entry second [n] [m] [k] (a: [n][m][k]f64) : [n][m][k]f64 = jvp (\a -> vjp loss a 1) a a

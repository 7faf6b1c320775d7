-- Sums at places that are an iteration's number and an inner one's together, as the derivatives of
-- convolutions have them: against the same sums one by one, and with the same bits in every tier.
-- ==
-- tags { threads }
-- entry: plain strided twice again guarded clipped backwards diagonal clamped channels loops
-- input { 5i64 40i64 3i64 4i64 } output { true }
-- input { 40i64 33i64 2i64 7i64 } output { true }
-- input { 33i64 64i64 9i64 1i64 } output { true }
-- input { 3i64 300i64 2i64 20i64 } output { true }
-- input { 70i64 6i64 5i64 3i64 } output { true }
-- ==
-- entry: bits bits_of_two bits_of_clamped
-- input { 5i64 40i64 3i64 4i64 }
-- input { 30i64 70i64 5i64 9i64 }

def some (n: i64) (m: i64) : [n][m]f64 =
  tabulate_2d n m (\i j -> f64.i64 ((i * 31 + j * 17) % 23) * 0.37 - 3)

-- What is summed, of each place.
type term = {row: i64, column: i64, factor: f64}

-- The derivative by the picture of the sum over all i, j of the squares of the sums of terms.
def one_by_one [n] [m] [t] (picture: [n][m]f64) (rows: i64) (columns: i64)
                           (terms: i64 -> i64 -> [t]term) : [n][m]f64 =
  loop d = replicate n (replicate m 0) for i < rows do
    loop d for j < columns do
      let all = terms i j
      let c = 2 * f64.sum (map (\x -> picture[x.row, x.column] * x.factor) all)
      in loop d for x in all do
           d with [x.row, x.column] = d[x.row, x.column] + c * x.factor

def close [n] [m] (a: [n][m]f64) (b: [n][m]f64) : bool =
  and (map2 (\x y -> f64.abs (x - y) <= 1e-9 * (1 + f64.abs x)) (flatten a) (flatten b))

def squares [n] [m] (sums: i64 -> i64 -> f64) (_: [n]()) (_: [m]()) : f64 =
  f64.sum (map (\i -> f64.sum (map (\j -> sums i j ** 2) (indices (replicate m ())))) (iota n))

def places (n: i64) : [n]() = replicate n ()

def gradient [n] [m] (f: [n][m]f64 -> f64) (x: [n][m]f64) : [n][m]f64 = vjp f x 1

def taps [k] [l] 't (f: i64 -> i64 -> t) (_: [k]()) (_: [l]()) : [k * l]t =
  flatten (tabulate_2d k l f)

def convolve [n] [m] [k] [l] (w: [k][l]f64) (sx: i64) (sy: i64) (x: [n][m]f64) (i: i64) (j: i64) =
  f64.sum (map (\a -> f64.sum (map (\b -> x[sx * i + a, sy * j + b] * w[a, b]) (iota l))) (iota k))

def strides (sx: i64) (sy: i64) (rows: i64) (columns: i64) (k: i64) (l: i64) : bool =
  let w = some k l
  let x = some (sx * rows + k) (sy * columns + l)
  let f x = squares (convolve w sx sy x) (places rows) (places columns)
  in close (gradient f x)
           (one_by_one x rows columns (\i j ->
              taps (\a b -> {row = sx * i + a, column = sy * j + b, factor = w[a, b]})
                   (places k) (places l)))

entry plain = strides 1 1
entry strided = strides 2 3

-- Two updates of one array in each iteration, which meet.
entry twice (rows: i64) (columns: i64) (k: i64) (l: i64) : bool =
  let w = some k l
  let x = some (rows + k) (columns + l + 1)
  let both x i j =
    f64.sum (map (\a -> f64.sum (map (\b -> x[i + a, j + b] * w[a, b] - x[i + a, j + b + 1] * 0.5)
                                     (iota l))) (iota k))
  in close (gradient (\x -> squares (both x) (places rows) (places columns)) x)
           (one_by_one x rows columns (\i j ->
              flatten (taps (\a b -> [{row = i + a, column = j + b, factor = w[a, b]},
                                      {row = i + a, column = j + b + 1, factor = -0.5}])
                            (places k) (places l))))

-- Updates that have been made are taken back.
entry again (rows: i64) (columns: i64) (k: i64) (l: i64) : bool =
  let (v, w) = (map (map (+ 0.5)) (some k l), some k l)
  let x = some (rows + k) (columns + l)
  let f x i j = convolve w 1 1 x i j + f64.sin (convolve v 1 1 x i j)
  let g x = squares (f x) (places rows) (places columns)
  let unit = tabulate_2d (rows + k) (columns + l) (\i j -> f64.i64 ((i + 3 * j) % 5))
  let d = gradient g x
  in f64.abs (f64.sum (map2 (*) (flatten d) (flatten unit)) - jvp g x unit)
     <= 1e-9 * (1 + f64.sum (map f64.abs (flatten d)))

-- Some lanes only.
entry guarded (rows: i64) (columns: i64) (k: i64) (l: i64) : bool =
  let w = some k l
  let x = some (rows + k) (columns + l)
  let f x i j =
    f64.sum (map (\a -> f64.sum (map (\b -> if (i + j + b) % 3 == 0 then 0
                                            else x[i + a, j + b] * w[a, b])
                                     (iota l))) (iota k))
  in close (gradient (\x -> squares (f x) (places rows) (places columns)) x)
           (one_by_one x rows columns (\i j ->
              taps (\a b -> {row = i + a, column = j + b,
                             factor = f64.bool ((i + j + b) % 3 != 0) * w[a, b]})
                   (places k) (places l)))

-- The first lanes, or the last ones, have no place.
entry clipped (rows: i64) (columns: i64) (k: i64) (l: i64) : bool =
  let w = some k l
  let x = some (rows + k) columns
  let at j b = j + b - l / 2
  let inside j b = at j b >= 0 && at j b < columns
  let f x i j =
    f64.sum (map (\a -> f64.sum (map (\b -> if inside j b then x[i + a, at j b] * w[a, b] else 0)
                                     (iota l))) (iota k))
  in close (gradient (\x -> squares (f x) (places rows) (places columns)) x)
           (one_by_one x rows columns (\i j ->
              taps (\a b -> {row = i + a, column = i64.max 0 (i64.min (at j b) (columns - 1)),
                             factor = f64.bool (inside j b) * w[a, b]})
                   (places k) (places l)))

entry backwards (rows: i64) (columns: i64) (k: i64) (l: i64) : bool =
  let w = some k l
  let x = some (rows + k) (columns + l)
  let f x i j =
    f64.sum (map (\a -> f64.sum (map (\b -> x[i + a, columns - 1 - j + b] * w[a, b])
                                     (iota l))) (iota k))
  in close (gradient (\x -> squares (f x) (places rows) (places columns)) x)
           (one_by_one x rows columns (\i j ->
              taps (\a b -> {row = i + a, column = columns - 1 - j + b, factor = w[a, b]})
                   (places k) (places l)))

entry diagonal (rows: i64) (columns: i64) (k: i64) (l: i64) : bool =
  let w = some k l
  let x = some (rows + l) (columns + l)
  let f x i j = f64.sum (map (\b -> x[i + b, j + b] * w[0, b]) (iota l))
  in close (gradient (\x -> squares (f x) (places rows) (places columns)) x)
           (one_by_one x rows columns (\i j ->
              map (\b -> {row = i + b, column = j + b, factor = w[0, b]}) (iota l)))

-- Several iterations of a lane at one place.
entry clamped (rows: i64) (columns: i64) (k: i64) (l: i64) : bool =
  let w = some k l
  let x = some (rows + k) columns
  let at j b = i64.min (j + b) (columns - 1)
  let f x i j =
    f64.sum (map (\a -> f64.sum (map (\b -> x[i + a, at j b] * w[a, b]) (iota l))) (iota k))
  in close (gradient (\x -> squares (f x) (places rows) (places columns)) x)
           (one_by_one x rows columns (\i j ->
              taps (\a b -> {row = i + a, column = at j b, factor = w[a, b]})
                   (places k) (places l)))

-- A picture for each channel; by the filter, too.
entry channels (rows: i64) (columns: i64) (k: i64) (l: i64) : bool =
  let w = map (\c -> map (map (* f64.i64 (c + 1))) (some k l)) (iota 3)
  let x = map (\c -> map (map (+ f64.i64 c)) (some (rows + k) (columns + l))) (iota 3)
  let f (x: [3][rows + k][columns + l]f64) (w: [3][k][l]f64) =
    squares (\i j -> f64.sum (map2 (\x w -> convolve w 1 1 x i j) x w))
            (places rows) (places columns)
  let (dx, dw) = vjp (\(x, w) -> f x w) (x, w) 1
  let c = tabulate_2d rows columns (\i j ->
            2 * f64.sum (map2 (\x w -> convolve w 1 1 x i j) x w))
  let by_filter (x: [rows + k][columns + l]f64) =
    tabulate_2d k l (\a b ->
      f64.sum (flatten (tabulate_2d rows columns (\i j -> c[i, j] * x[i + a, j + b]))))
  let by_picture (w: [k][l]f64) =
    loop d = replicate (rows + k) (replicate (columns + l) 0) for i < rows do
      loop d for j < columns do
        loop d for a < k do
          loop d for b < l do
            d with [i + a, j + b] = d[i + a, j + b] + c[i, j] * w[a, b]
  in and (map2 close dx (map by_picture w)) && and (map2 close dw (map by_filter x))

entry loops (rows: i64) (columns: i64) (k: i64) (l: i64) : bool =
  let w = some k l
  let x = some (rows + k) (columns + l)
  let f x i j =
    loop s = 0 for a < k do loop s for b < l do s + x[i + a, j + b] * w[a, b]
  in close (gradient (\x -> squares (f x) (places rows) (places columns)) x)
           (one_by_one x rows columns (\i j ->
              taps (\a b -> {row = i + a, column = j + b, factor = w[a, b]})
                   (places k) (places l)))

-- Sums that rounding makes depend on their order, which is that of the scalar tier in all of them.
def big (n: i64) (m: i64) : [n][m]f64 =
  tabulate_2d n m (\i j -> f64.i64 (1 << ((i * 7 + j * 13) % 53)) * 1.1)

entry bits (rows: i64) (columns: i64) (k: i64) (l: i64) : [rows + k][columns + l]f64 =
  gradient (\x -> squares (convolve (big k l) 1 1 x) (places rows) (places columns))
           (big (rows + k) (columns + l))

entry bits_of_two (rows: i64) (columns: i64) (k: i64) (l: i64) : [rows + k][columns + 2 * l]f64 =
  let w = big k l
  let f x i j =
    f64.sum (map (\a -> f64.sum (map (\b -> x[i + a, j + b] * w[a, b] - x[i + a, j + 2 * b] * 0.7)
                                     (iota l))) (iota k))
  in gradient (\x -> squares (f x) (places rows) (places columns))
              (big (rows + k) (columns + 2 * l))

entry bits_of_clamped (rows: i64) (columns: i64) (k: i64) (l: i64) : [rows + k][columns]f64 =
  let w = big k l
  let f x i j =
    f64.sum (map (\a -> f64.sum (map (\b -> x[i + a, i64.min (j + b) (columns - 1)] * w[a, b])
                                     (iota l))) (iota k))
  in gradient (\x -> squares (f x) (places rows) (places columns)) (big (rows + k) columns)

-- Maps of maps of numbers: of dense matrices, and of parts, turned, reversed and repeated ones, and
-- of three dimensions. Each element for itself.
def matrix (n: i64) (m: i64) : [n][m]i64 = tabulate_2d n m (\i j -> (i * 31 + j * 17) % 23 - 7)

def plainly [n] [m] (f: i64 -> i64 -> i64) (a: [n][m]i64) (b: [n][m]i64) : bool =
  let c = map2 (map2 f) a b
  in loop fine = true for i < n do loop fine for j < m do fine && c[i, j] == f a[i, j] b[i, j]

def f (x: i64) (y: i64) : i64 = if x < y then x * x - y else x + 3 * y

-- ==
-- entry: shapes
-- input { 16i64 16i64 } output { [true, true, true, true, true] }
-- input { 3i64 50i64 } output { [true, true, true, true, true] }
-- input { 200i64 2i64 } output { [true, true, true, true, true] }
-- input { 40i64 300i64 } output { [true, true, true, true, true] }
-- input { 1i64 1i64 } output { [true, true, true, true, true] }
-- input { 0i64 5i64 } output { [true, true, true, true, true] }
-- input { 5i64 0i64 } output { [true, true, true, true, true] }
entry shapes (n: i64) (m: i64) : [5]bool =
  let a = matrix n m
  let b = matrix m n
  in [ plainly f a (map (map (+ 1)) a)
     , plainly f a (transpose b)
     , plainly f a[::-1] (map reverse a :> [n][m]i64)
     , plainly f (replicate n (iota m)) a
     , plainly f (a[:, : m / 2]) (a[:, m - m / 2:] :> [n][m / 2]i64)
     ]

-- ==
-- entry: three
-- input { 3i64 4i64 5i64 } output { true true }
-- input { 7i64 1i64 9i64 } output { true true }
entry three (n: i64) (m: i64) (k: i64) : (bool, bool) =
  let a = tabulate_3d n m k (\h i j -> h * 100 + i * 10 + j)
  let doubled = map (map (map (2 *))) a
  let (sums, products) = unzip (map unzip (map2 (map2 (\x y -> (i64.sum x + y, i64.sum x * y))) a (matrix n m)))
  in ( and (flatten_3d (tabulate_3d n m k (\h i j -> doubled[h, i, j] == 2 * a[h, i, j])))
     , and (flatten (tabulate_2d n m (\h i ->
         sums[h, i] == i64.sum a[h, i] + (matrix n m)[h, i] && products[h, i] == i64.sum a[h, i] * (matrix n m)[h, i])))
     )

-- What fails is told where it stands, as one row after the other tells it.
-- ==
-- entry: fails
-- input { 5i64 } error: of_elements.fut:50:.*\n(.|\n)*division by zero
-- input { 39i64 } output { 400i64 }
entry fails (k: i64) : i64 =
  let a = tabulate_2d 20 20 (\i j -> i + j)
  in i64.sum (flatten (map (map (\x -> (x - k) / (x - k))) a))

-- Elements that look at their whole row: after no turns it is what it was, after one all of it is x,
-- after two 2 x.
-- ==
-- entry: look_around
-- input { [[3i64, 1i64, 4i64], [2i64, 5i64, 3i64]] } output { [[8i64, 3i64, 12i64], [12i64, 30i64, 10i64]] }
entry look_around [n] [m] (a: [n][m]i64) : [n][m]i64 =
  let turned x row =
    let (_, r) = loop (i, r) = (0, row) while i < x % 3 do (i + 1, map (\z -> z * i + x) r)
    in i64.sum r
  in map (\row -> map (\x -> turned x row) row) a

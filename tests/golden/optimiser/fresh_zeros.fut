-- What a loop gathers in an array of zeros: it reads zero where no other iteration has been. The
-- derivative of a product of elements is the product of the others, times how often it stands there;
-- places that look as if each were one iteration's, and are not, gather too.

type numbers = [8]f64

def counted (counts: []f64) (product: f64) (xs: numbers) : numbers =
  map2 (\n x -> n * product / x) (sized 8 counts) xs

def is_gradient (f: numbers -> f64) (counts: []f64) : bool =
  let xs = [2, 0.5, 4, -1, 8, 0.25, -2, 1]
  in and (map2 (==) (vjp f xs 1) (counted counts (f xs) xs))

-- ==
-- entry: one_place_each
-- input { } output { [true, true, true, true] }
entry one_place_each =
  [ is_gradient (\xs -> loop s = 1 for i < 8i64 do s * xs[i]) [1, 1, 1, 1, 1, 1, 1, 1]
  , is_gradient (\xs -> loop s = 1 for i < 5i64 do s * xs[i + 2]) [0, 0, 1, 1, 1, 1, 1, 0]
  , is_gradient (\xs -> loop s = 1 for i < 5i64 do s * xs[7 - (i + 1)]) [0, 0, 1, 1, 1, 1, 1, 0]
  , -- read once, counted thrice
    is_gradient (\xs -> loop s = 1 for i < 5i64 do let x = xs[i] in s * x * x * x) [3, 3, 3, 3, 3, 0, 0, 0]
  ]

-- ==
-- entry: places_that_meet
-- input { } output { [true, true, true, true, true, true] }
entry places_that_meet =
  [ is_gradient (\xs -> loop s = 1 for i < 8i64 do s * xs[i / 2]) [2, 2, 2, 2, 0, 0, 0, 0]
  , is_gradient (\xs -> loop s = 1 for i < 8i64 do s * xs[i % 3]) [3, 3, 2, 0, 0, 0, 0, 0]
  , is_gradient (\xs -> loop s = 1 for i < 7i64 do s * xs[i - i / 3 * 3 + 1]) [0, 3, 2, 2, 0, 0, 0, 0]
  , -- two reads, one place apart
    is_gradient (\xs -> loop s = 1 for i < 7i64 do s * xs[i] * xs[i + 1]) [1, 2, 2, 2, 2, 2, 2, 1]
  , -- the place goes by what an iteration has made of another number
    is_gradient (\xs -> (loop (s, k) = (1, 0) for i < 8i64 do (s * xs[i - k], k + i % 2)).0)
                [1, 2, 2, 2, 1, 0, 0, 0]
  , -- an iteration each, and once more
    is_gradient (\xs -> loop s = 1 for _j < 3i64 do loop s for i < 4i64 do s * xs[i]) [3, 3, 3, 3, 0, 0, 0, 0]
  ]

-- The same of rows, and of numbers in them, of which some iterations share one.
-- ==
-- entry: rows
-- input { } output { [true, true, true] }
entry rows =
  let xs = [[2, 0.5], [4, -1], [8, 0.25]]
  let is_gradient (f: [3][2]f64 -> f64) (counts: [3][2]f64) =
    and (map2 (\ns xs -> and (map2 (==) ns xs))
              (vjp f xs 1)
              (map2 (map2 (\n x -> n * f xs / x)) counts xs))
  in [ is_gradient (\xs -> loop s = 1 for i < 3i64 do s * f64.product xs[i]) [[1, 1], [1, 1], [1, 1]]
     , is_gradient (\xs -> loop s = 1 for i < 6i64 do s * xs[i / 2, i % 2]) [[1, 1], [1, 1], [1, 1]]
     , is_gradient (\xs -> loop s = 1 for i < 2i64 do s * xs[i, 1] * f64.product xs[i + 1]) [[0, 1], [1, 2], [1, 1]]
     ]

-- Zeros that have a sign keep it.
-- ==
-- entry: signs
-- input { [-0.0, 0.0] } output { [true, false] }
entry signs (xs: [2]f64) =
  let sums = loop a = replicate 2 (-0.0f64) for i < 2i64 do a with [i] = a[i] + xs[i]
  in map (\x -> f64.to_bits x >> 63 == 1) sums

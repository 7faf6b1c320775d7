-- An image is cut into 8 by 8 blocks by flatten, unflatten and transpose; each is scaled to
-- variance 1 and put back; neighbouring pixels are compared in the flat image.

import "lib/random"

def blocks [n] [m] (image: [n * 8][m * 8]f64) : [n * m][64]f64 =
  let bands : [n][8][m * 8]f64 = unflatten image
  let cut (band: [8][m * 8]f64) : [m][64]f64 =
    map flatten (transpose (map (\row : [m][8]f64 -> unflatten row) band)) :> [m][64]f64
  in flatten (map cut bands)

def normal [k] (xs: [k]f64) : [k]f64 =
  let mean = f64.sum xs / f64.i64 k
  let var = f64.sum (map (\x -> (x - mean) ** 2) xs) / f64.i64 k
  in map (\x -> (x - mean) / f64.sqrt (var + 0.001)) xs

def loss [n] [m] (image: [n * 8][m * 8]f64) : f64 =
  let flat = flatten (map normal (blocks image))
  in f64.sum (map2 (\a b -> (a - b) ** 2) flat (rotate 1 flat))

entry input : [512][512]f64 = reals_2d 512 512 1 0 1

entry primal (image: [512][512]f64) : f64 = loss (image :> [64 * 8][64 * 8]f64)

entry gradient (image: [512][512]f64) : [512][512]f64 =
  vjp (\(image: [512][512]f64) -> loss (image :> [64 * 8][64 * 8]f64)) image 1

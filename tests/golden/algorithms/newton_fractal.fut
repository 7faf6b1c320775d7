-- Which root of z^3 = 1 is found from where?
-- ==
-- input { [2.0, -1.0, -1.0] [0.0, 1.0, -1.0] } output { [0i64, 1i64, 2i64] }
type complex = (f64, f64)
def mul ((a, b): complex) ((c, d): complex) : complex = (a * c - b * d, a * d + b * c)
def div ((a, b): complex) ((c, d): complex) : complex =
  let n = c * c + d * d
  in ((a * c + b * d) / n, (b * c - a * d) / n)
def sub ((a, b): complex) ((c, d): complex) : complex = (a - c, b - d)
def roots : [3]complex = map (\k -> (f64.cos (2 * f64.pi * k / 3), f64.sin (2 * f64.pi * k / 3))) [0, 1, 2]
def main [n] (re: [n]f64) (im: [n]f64) =
  map2 (\x y ->
    let z = loop z = (x, y) for _i < 30i32 do
      let z2 = mul z z
      in sub z (div (sub (mul z2 z) (1, 0)) (mul (3, 0) z2))
    let distance (a, b) (c, d) = f64.hypot (a - c) (b - d)
    in (reduce (\(d, i) (e, j) -> if e < d then (e, j) else (d, i)) (f64.inf, -1)
               (map2 (\r k -> (distance z r, k)) roots (iota 3))).1) re im

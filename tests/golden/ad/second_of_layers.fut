-- Derivatives of derivatives of dense layers and of a small recurrent network, by weights and inputs
-- at once, large enough for kernels of products of matrices: the Hessian times a direction, in three
-- ways, and differences of the gradient.

module layers (R: real) = {
  type t = R.t

  def number (seed: i64) (i: i64) : t = R.f64 (f64.sin (f64.i64 (seed * 1000 + i * i % 977)))
  def matrix (n: i64) (m: i64) (seed: i64) : [n][m]t =
    tabulate_2d n m (\i j -> number seed (i * m + j))

  def sum [n] (xs: [n]t) : t = reduce (R.+) (R.i64 0) xs
  def times [n] [m] (w: [n][m]t) (x: [m]t) : [n]t = map (\row -> sum (map2 (R.*) row x)) w
  def small (x: t) : t = R.(x / i64 10)
  def energy [n] (xs: [n]t) : t = sum (map (\x -> R.(x * x)) xs)

  -- | One input, some at once.
  def dense (w: [40][33]t) (xs: [31][33]t) : t =
    energy (map (\x -> R.tanh (small x)) (times w xs[0]))
  def batched (w: [40][33]t) (xs: [31][33]t) : t =
    sum (map (\x -> energy (map (\y -> R.tanh (small y)) (times w x))) xs)
  -- | Two layers, the second of which has the weights of the first, turned.
  def twice (w: [40][33]t) (xs: [31][33]t) : t =
    sum (map (\x -> let y = map (\y -> R.tanh (small y)) (times w x)
                    in energy (map (\z -> R.sin (small z)) (times (transpose w) y)))
             xs)

  -- | Rows of inputs come one after the other; states go through the front of w, inputs through
  -- the rest.
  def recurrent (w: [40][33]t) (xs: [31][33]t) : t =
    let states = loop h = replicate 33 (R.i64 0) for i < 5i64 do
                   map2 (\a b -> R.tanh (small R.(a + b))) (times (w[0:33] :> [33][33]t) h)
                        (times (w[0:33] :> [33][33]t) xs[i])
    in energy (times w states)
  -- | Four sequences at once.
  def recurrent_batched (w: [40][33]t) (xs: [31][33]t) : t =
    let step (h: [4][33]t) (x: [4][33]t) : [4][33]t =
      map2 (\h x -> map2 (\a b -> R.tanh (small R.(a + b * b))) (times (w[7:40] :> [33][33]t) h)
                         (times (w[0:33] :> [33][33]t) x))
           h x
    in sum (map energy (loop h = xs[0:4] :> [4][33]t for i < 5i64 do step h (xs[i:i + 4] :> [4][33]t)))

  type pair = ([40][33]t, [31][33]t)
  def point () : pair = (matrix 40 33 1, matrix 31 33 2)
  def direction () : pair = (matrix 40 33 3, matrix 31 33 4)

  def forward_of_reverse (f: pair -> t) (at: pair) (d: pair) : pair =
    jvp (\p -> vjp f p (R.i64 1)) at d
  def reverse_of_reverse (f: pair -> t) (at: pair) (d: pair) : pair =
    vjp (\p -> vjp f p (R.i64 1)) at d
  def reverse_of_forward (f: pair -> t) (at: pair) (d: pair) : pair =
    vjp (\p -> jvp f p d) at (R.i64 1)
  def differences (f: pair -> t) (at: pair) (d: pair) : pair =
    let h = R.f64 1e-4
    let moved s a b = map2 (map2 (\x y -> R.(x + s * y))) a b
    let gradient s = vjp f (moved s at.0 d.0, moved s at.1 d.1) (R.i64 1)
    let slope a b = map2 (map2 (\x y -> R.((x - y) / (h + h)))) a b
    let (a, b) = (gradient h, gradient (R.neg h))
    in (slope a.0 b.0, slope a.1 b.1)

  def numbers (p: pair) : [40 * 33 + 31 * 33]f64 = map R.to_f64 (flatten p.0 ++ flatten p.1)
}

module double = layers f64
module single = layers f32

-- | Equal, up to some of the largest. None is zero.
def close [n] (some: f64) (a: [n]f64) (b: [n]f64) : bool =
  let largest = f64.maximum (map f64.abs a)
  in largest > 0 && and (map2 (\x y -> f64.abs (x - y) <= some * largest) a b)

def agree (f: double.pair -> f64) (g: single.pair -> f32) : [5]bool =
  let d64 way = double.(numbers (way f (point ()) (direction ())))
  let d32 way = single.(numbers (way g (point ()) (direction ())))
  let h = d64 double.forward_of_reverse
  in [ close 1e-12 h (d64 double.reverse_of_reverse)
     , close 1e-12 h (d64 double.reverse_of_forward)
     , close 1e-6 h (d64 double.differences)
     , close 1e-4 h (d32 single.forward_of_reverse)
     , close 1e-4 h (d32 single.reverse_of_reverse)
     ]

-- ==
-- entry: dense batched twice recurrent recurrent_batched
-- input { } output { [true, true, true, true, true] }
entry dense = agree (\(w, xs) -> double.dense w xs) (\(w, xs) -> single.dense w xs)
entry batched = agree (\(w, xs) -> double.batched w xs) (\(w, xs) -> single.batched w xs)
entry twice = agree (\(w, xs) -> double.twice w xs) (\(w, xs) -> single.twice w xs)
entry recurrent = agree (\(w, xs) -> double.recurrent w xs) (\(w, xs) -> single.recurrent w xs)
entry recurrent_batched =
  agree (\(w, xs) -> double.recurrent_batched w xs) (\(w, xs) -> single.recurrent_batched w xs)

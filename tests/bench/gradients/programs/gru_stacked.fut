import "lib/random"
def sigmoid (x: f64) : f64 = 1 / (1 + f64.exp (-x))
-- A GRU whose three matrices are one array, each of their rows for the input and the state.
def loss [h] [z] [t] [n] [d] (w: [3][h][z]f64) (xs: [t][n][d]f64) : f64 =
  let step (x: [d]f64) (s: [h]f64) : [h]f64 =
    let g k j = f64.sum (map2 (*) (w[k, j, :d] :> [d]f64) x)
    let u k j (v: [h]f64) = f64.sum (map2 (*) (w[k, j, d:d + h] :> [h]f64) v)
    let r = tabulate h (\j -> sigmoid (g 0 j + u 0 j s))
    let zz = tabulate h (\j -> sigmoid (g 1 j + u 1 j s))
    let rs = map2 (*) r s
    in tabulate h (\j -> let c = f64.tanh (g 2 j + u 2 j rs) in (1 - zz[j]) * s[j] + zz[j] * c)
  let last = loop ss = replicate n (replicate h 0) for x in xs do map2 step x ss
  in f64.sum (flatten last)
entry input : ([3][64][128]f64, [15][16][64]f64) = (tabulate 3 (\k -> reals_2d 64 128 k (-0.3) 0.3), tabulate 15 (\t -> reals_2d 16 64 (100 + t) (-1) 1))
entry primal [h] [z] [t] [n] [d] (w: [3][h][z]f64) (xs: [t][n][d]f64) : f64 = loss w xs
entry gradient [h] [z] [t] [n] [d] (w: [3][h][z]f64) (xs: [t][n][d]f64) = vjp (\w -> loss w xs) w 1
entry second [h] [z] [t] [n] [d] (w: [3][h][z]f64) (xs: [t][n][d]f64) = jvp (\w -> vjp (\w -> loss w xs) w 1) w w

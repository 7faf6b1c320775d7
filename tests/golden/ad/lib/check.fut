-- What the tests of this folder share: is a derivative what differences say?

-- | Equal, up to what differences can tell.
def near (a: f64) (b: f64) : bool =
  f64.abs (a - b) <= 2e-5 * f64.max 1 (f64.max (f64.abs a) (f64.abs b))

def near_all [n] (a: [n]f64) (b: [n]f64) : bool = and (map2 near a b)

def near_matrix [n] [m] (a: [n][m]f64) (b: [n][m]f64) : bool = and (map2 near_all a b)

def basis (n: i64) (i: i64) : [n]f64 = tabulate n (\j -> f64.bool (i == j))

-- | How `f` changes with each of its arguments, by central differences.
def differences [n] [m] (f: [n]f64 -> [m]f64) (x: [n]f64) : [n][m]f64 =
  let h = 1e-5
  let at j d = f (tabulate n (\i -> if i == j then x[i] + d else x[i]))
  in tabulate n (\j -> map2 (\a b -> (a - b) / (2 * h)) (at j h) (at j (-h)))

-- | Forward mode, reverse mode and their vector modes, against differences: one truth for each.
def first_order [n] [m] (f: [n]f64 -> [m]f64) (x: [n]f64) : [4]bool =
  let truth = differences f x
  let ins = tabulate n (basis n)
  let outs = tabulate m (basis m)
  in [ near_matrix truth (map (jvp f x) ins)
     , near_matrix truth (transpose (map (vjp f x) outs))
     , near_matrix truth (jmp f x ins)
     , near_matrix truth (transpose (mjp f x outs))
     ]

-- | Second derivatives of a sum of the results, each with its own weight, by the four ways to nest
-- two modes, against differences of the gradient.
def second_order [n] [m] (f: [n]f64 -> [m]f64) (x: [n]f64) : [4]bool =
  let g y = f64.sum (map2 (*) (f y) (tabulate m (\i -> 1 + 0.5 * f64.i64 i)))
  let gradient y = vjp g y 1
  let truth = differences gradient x
  let ins = tabulate n (basis n)
  let slope y d = jvp g y d
  in [ near_matrix truth (map (jvp gradient x) ins)
     , near_matrix truth (transpose (map (vjp gradient x) ins))
     , near_matrix truth (map (\d -> vjp (\y -> slope y d) x 1) ins)
     , near_matrix truth (map (\d -> map (jvp (\y -> slope y d) x) ins) ins)
     ]

-- | Is everything as differences say, to second order?
def agrees [n] [m] (f: [n]f64 -> [m]f64) (x: [n]f64) : bool =
  and (first_order f x) && and (second_order f x)

-- | Some numbers, none of them special, no two alike.
def some (n: i64) : [n]f64 = tabulate n (\i -> 0.4 + f64.sin (1.7 * f64.i64 i + 0.3) * 0.9)

-- Calls of each kind, to stop inside of.
def square (x: f64) : f64 = x * x

def twice (v: f64) : f64 =
  let x = v + 1
  let y = (let x = 10 in x * v)
  let (a, b) = (x, y)
  in square a + b

def each [n] (ws: [n]f64) : f64 = f64.sum (map (\w -> twice w) ws)

def set (xs: *[3]f64) : f64 =
  let ys = xs with [0] = 5
  let r = square ys[0]
  in r + ys[1]

def apply (f: f64 -> f64) (z: f64) : f64 = f (z * 2)

def general 't (y: t) (f: t -> f64) : f64 = f y

def down (n: i64) : f64 = if n == 0 then square 7 else down (n - 1)

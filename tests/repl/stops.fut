-- Something to stop in.
def square (x: f64) : f64 = x * x

def norm [n] (xs: [n]f64) : f64 =
  let squares = map square xs
  let total =
    reduce (+) 0 squares
  in f64.sqrt total

def count (n: i64) : i64 =
  loop acc = 0 for i < n do
    let twice = acc * 2
    in twice + i

def set (xs: *[3]i32) : i32 =
  let ys = xs with [0] = 5
  let z = ys[1]
  in z + ys[0]

def table = map square [1, 2]

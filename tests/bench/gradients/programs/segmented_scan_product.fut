-- Running products that start anew at flags, with records of a flag and a number.

import "lib/random"

type item = {starts: bool, value: f64}

def multiply (a: item) (b: item) : item =
  {starts = a.starts || b.starts, value = if b.starts then b.value else a.value * b.value}

def loss [n] (starts: [n]i64) (xs: [n]f64) (ws: [n]f64) : f64 =
  let items = map2 (\s x -> {starts = s == 0, value = x}) starts xs
  let products = scan multiply {starts = false, value = 1} items
  in f64.sum (map2 (\w p -> w * p.value) ws products)

entry input : ([400000]i64, [400000]f64, [400000]f64) =
  (wholes 400000 1 20, reals 400000 2 0.5 1.5, reals 400000 3 (-1) 1)

entry primal [n] (starts: [n]i64) (xs: [n]f64) (ws: [n]f64) : f64 = loss starts xs ws

entry gradient [n] (starts: [n]i64) (xs: [n]f64) (ws: [n]f64) : ([n]f64, [n]f64) =
  vjp (\(xs, ws) -> loss starts xs ws) (xs, ws) 1

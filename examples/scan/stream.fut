-- The function of scan.fut as a stream: chunk by chunk, from left to right.
--
-- Between chunks only two numbers are carried along: the product of everything so far, and the sum
-- so far. Inside a chunk the work is a scan again. How long the chunks are must not matter, and
-- does not; `#[chunk(k)]` asks for a length, to show that it does not.

def step (c: i64) (product: f64, total: f64) (x: [c]f64) : ((f64, f64), [c]f64) =
  let muls = map (product *) (scan (*) 1 x)
  in ((product * f64.product x, total + f64.sum (map2 (*) muls x)), muls)

def primal [m] (x: [m]f64) : f64 =
  let ((_, total), _) = stream_seq step (1, 0) x
  in total

def primal1 [m] (x: [m]f64) : f64 =
  let ((_, total), _) = #[chunk(1)] stream_seq step (1, 0) x
  in total

def primal2 [m] (x: [m]f64) : f64 =
  let ((_, total), _) = #[chunk(2)] stream_seq step (1, 0) x
  in total

def primal1000 [m] (x: [m]f64) : f64 =
  let ((_, total), _) = #[chunk(1000)] stream_seq step (1, 0) x
  in total

-- ==
-- entry: gradient gradient1 gradient2 gradient1000
-- input { [1.0, 2.0, 3.0] }
-- output { [24.0f64, 13.0f64, 12.0f64] }
entry gradient [m] (x: [m]f64) : [m]f64 = vjp primal x 1
entry gradient1 [m] (x: [m]f64) : [m]f64 = vjp primal1 x 1
entry gradient2 [m] (x: [m]f64) : [m]f64 = vjp primal2 x 1
entry gradient1000 [m] (x: [m]f64) : [m]f64 = vjp primal1000 x 1

-- The stream also gives every chunk's results, joined: here, the running products.
-- ==
-- entry: products
-- input { [1.0, 2.0, 3.0] }
-- output { [1.0, 2.0, 6.0] }
entry products [m] (x: [m]f64) : [m]f64 =
  (#[chunk(2)] stream_seq step (1, 0) x).1

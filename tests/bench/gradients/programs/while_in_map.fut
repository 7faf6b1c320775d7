-- Numbers that are halved or grow, as Collatz's do, until they are small: a while loop with its own
-- number of turns for each element, at most 200.

import "lib/random"

def settle (a: f64) (x: f64) : f64 =
  let (_, _, sum) =
    loop (x, turn, sum) = (x, 0i64, 0) while x > 1 && turn < 200 do
      let x = if turn % 3 == 2 then a * x + 0.1 else 0.5 * x + 0.01 * f64.sqrt x
      in (x, turn + 1, sum + x)
  in sum

def loss [n] (a: f64) (xs: [n]f64) : f64 = f64.sum (map (settle a) xs) / f64.i64 n

entry input : (f64, [50000]f64) = (2.5, map f64.exp (reals 50000 1 0 7))

entry primal [n] (a: f64) (xs: [n]f64) : f64 = loss a xs

entry gradient [n] (a: f64) (xs: [n]f64) : (f64, [n]f64) =
  vjp (\(a, xs) -> loss a xs) (a, xs) 1

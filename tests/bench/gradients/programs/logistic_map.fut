-- A long loop of one number, with a sum beside it.

def orbit (n: i64) (r: f64) (x: f64) : f64 =
  let (_, total) =
    loop (x, total) = (x, 0) for _i < n do
      let x = r * x * (1 - x)
      in (x, total + x)
  in total / f64.i64 n

entry input : (i64, f64, f64) = (500000, 2.8, 0.3)

entry primal (n: i64) (r: f64) (x: f64) : f64 = orbit n r x

entry gradient (n: i64) (r: f64) (x: f64) : (f64, f64) =
  vjp (\(r, x) -> orbit n r x) (r, x) 1

entry second (n: i64) (r: f64) (x: f64) : (f64, f64) =
  vjp (\p -> vjp (\(r, x) -> orbit n r x) p 1) (r, x) (r, x)

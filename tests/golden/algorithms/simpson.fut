-- ==
-- input { 100i64 } output { 2.0 0.3333333333333333 }
def integral (f: f64 -> f64) (a: f64) (b: f64) (n: i64) : f64 =
  let h = (b - a) / f64.i64 n
  let weight i = if i == 0 || i == n then 1 else if i % 2 == 1 then 4 else 2
  in h / 3 * f64.sum (map (\i -> weight i * f (a + h * f64.i64 i)) (iota (n + 1)))
def main (n: i64) = (integral f64.sin 0 f64.pi n, integral (** 2) 0 1 n)

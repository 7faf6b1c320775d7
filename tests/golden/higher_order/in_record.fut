-- ==
-- input { 2.0 } output { 9.0 12.0 }
type^ object = {value: f64 -> f64, slope: f64 -> f64}
def add (a: object) (b: object) : object =
  {value = \x -> a.value x + b.value x, slope = \x -> a.slope x + b.slope x}
def main (x: f64) =
  let cube = {value = \x -> x ** 3, slope = \x -> 3 * x ** 2}
  let one = {value = \_ -> 1, slope = \_ -> 0}
  let f = add cube one
  in (f.value x, f.slope x)

-- ==
-- input { 5 } output { 6 -5 }
type^ f = #inc (i32 -> i32) | #neg
def apply (g: f) (x: i32) = match g case #inc h -> h x case #neg -> -x
def main (x: i32) = (apply (#inc (+ 1)) x, apply #neg x)

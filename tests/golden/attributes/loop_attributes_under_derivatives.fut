-- Hints about loops that are differentiated change no derivative.
-- ==
-- input { 2.0 } output { 192.0 192.0 192.0 192.0 }

def plain (x: f64) = loop y = x for _i < 5i32 do y * x
def mined (x: f64) = #[stripmine(2)] loop y = x for _i < 5i32 do y * x
def bounded (x: f64) =
  (#[bound(9)] loop (y, i) = (x, 0i32) while i < 5 do (y * x, i + 1)).0
def unrolled (x: f64) = #[unroll] loop y = x for _i < 5i32 do y * x
def main (x: f64) = (vjp plain x 1, vjp mined x 1, vjp bounded x 1, vjp unrolled x 1)

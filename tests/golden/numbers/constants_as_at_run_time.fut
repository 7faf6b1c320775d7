-- What is computed from constants is what is computed from arguments.
-- ==
-- input { -7 2 1.5 -0.5 200u8 100u8 } output { true }
def f (a: i32) (b: i32) (x: f64) (y: f64) (u: u8) (v: u8) =
  ( [a + b, a * b, a / b, a % b, a // b, a %% b, a << b, a >> b, a & b, a | b, a ^ b, -a, !a, b ** 5]
  , [x + y, x - y, x * y, x / y, x % y, f64.sqrt x, f64.floor y, f64.round (x * 5), f64.exp y, f64.atan2 x y]
  , [u + v, u * v, u / v, u % v, u >> 1, u - v - v - v] )
def constants = f (-7) 2 1.5 (-0.5) 200 100
def main (a: i32) (b: i32) (x: f64) (y: f64) (u: u8) (v: u8) =
  let (p, q, r) = f a b x y u v
  in p == constants.0 && map f64.to_bits q == map f64.to_bits constants.1 && r == constants.2

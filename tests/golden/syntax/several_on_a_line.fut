-- ==
-- input { 2 } output { 9 }
def a : i32 = 3 def b (x: i32) = x * a type t = i32 module m = { def c : t = 3 def d = c } def main (x: t) = b x + m.d

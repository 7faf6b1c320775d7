-- ==
-- input { 1 2 3 4 5 6 7 8 } output { 12345678 }
def f (a: i32) (b: i32) (c: i32) (d: i32) (e: i32) (f: i32) (g: i32) (h: i32) =
  ((((((a * 10 + b) * 10 + c) * 10 + d) * 10 + e) * 10 + f) * 10 + g) * 10 + h
def main (a: i32) (b: i32) (c: i32) (d: i32) (e: i32) (f': i32) (g: i32) (h: i32) = f a b c d e f' g h

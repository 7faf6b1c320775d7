-- A function argument is handed on unchanged.
-- ==
-- input { 10 1 } output { 1024 }
def repeat (f: i32 -> i32) (n: i32) (x: i32) : i32 = if n == 0 then x else repeat f (n - 1) (f x)
def main (n: i32) (x: i32) = repeat (* 2) n x

-- What a module opens, those who open it see.
-- ==
-- input { 3 } output { 4 }
module a = { def f (x: i32) = x + 1 }
module b = { open a }
module c = { open b }
open c
def main (x: i32) = f x

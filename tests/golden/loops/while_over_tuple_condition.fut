-- ==
-- input { 48 36 } output { 12 }
-- input { 7 0 } output { 7 }
def main (a: i32) (b: i32) = (loop (a, b) while b != 0 do (b, a % b)).0

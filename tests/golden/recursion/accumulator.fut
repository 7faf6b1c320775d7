-- ==
-- input { 48 36 } output { 12 }
def gcd (a: i32) (b: i32) : i32 = if b == 0 then a else gcd b (a % b)
def main (a: i32) (b: i32) = gcd a b

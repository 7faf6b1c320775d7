-- ==
-- input { 17 5 } output { 3 2 }
def divide (a: i32) (b: i32) : {quotient: i32, remainder: i32} = {quotient = a / b, remainder = a % b}
def main (a: i32) (b: i32) =
  let {quotient, remainder} = divide a b
  in (quotient, remainder)

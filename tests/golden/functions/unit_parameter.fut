-- ==
-- input { 4 } output { 5 5 }
def f () = 5
def main (_: i32) = (f (), f {})

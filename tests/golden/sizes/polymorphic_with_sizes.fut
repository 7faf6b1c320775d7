-- ==
-- input { [[1], [2]] } output { [[1], [2], [1], [2]] }
def twice [n] 'a (xs: [n]a) : [n + n]a = xs ++ xs
def main (xs: [][1]i32) = twice xs

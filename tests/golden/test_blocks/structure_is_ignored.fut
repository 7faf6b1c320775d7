-- How a compiler would arrange a program says nothing about values.
-- ==
-- input { [1, 2] } output { 3 }
-- structure { Screma 1 }
-- structure gpu { SegRed 1 }
def main (xs: []i32) = reduce (+) 0 xs

-- ==
-- input { [12u8, 10u8] } output { 8u8 14u8 6u8 }
-- input { empty([0]u8) } output { 255u8 0u8 0u8 }
def main (xs: []u8) = (reduce (&) 255 xs, reduce (|) 0 xs, reduce (^) 0 xs)

-- ==
-- input { [200u8, 100u8, 1u8] } output { [200u8, 44u8, 45u8] }
def main (xs: []u8) = scan (+) 0 xs

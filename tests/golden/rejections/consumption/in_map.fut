-- A function that a map applies cannot consume what is outside.
-- ==
-- error: :4:37-.*Consuming variable
def main (xs: *[3]i32) = map (\i -> (xs with [0] = i)[0]) [1, 2, 3]

-- A function's parameter may be consumed only if its type says so.
-- ==
-- error: :4:33-.*Consuming variable
def main (xs: *[2]i32) = (\a -> a with [0] = 9) xs

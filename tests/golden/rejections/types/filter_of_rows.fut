-- The predicate of filter is of the element's type.
-- ==
-- error: :4:40-.*Cannot apply
def main (xs: [][2]i32) = filter (> 0) xs

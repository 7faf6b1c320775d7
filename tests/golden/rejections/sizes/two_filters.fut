-- Every call of filter gives a size of its own.
-- ==
-- error: :4:51-.*Cannot apply
def main (xs: []i32) = map2 (+) (filter (> 0) xs) (filter (> 0) xs)

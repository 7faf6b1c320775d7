-- The operator of a reduction gives what it takes.
-- ==
-- error: :4:40-.*Cannot apply
def main (xs: []i32) = reduce (<) true xs

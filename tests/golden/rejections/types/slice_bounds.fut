-- Slices are made with i64.
-- ==
-- error: :4:36-.*Slice bound
def main (xs: []i32) (i: i32) = xs[i:]

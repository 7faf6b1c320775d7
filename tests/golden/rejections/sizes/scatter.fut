-- Indexes and values are as many.
-- ==
-- error: :4:43-.*Cannot apply
def main (xs: *[]i32) = scatter xs [0, 1] [5]

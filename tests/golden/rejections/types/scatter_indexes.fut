-- Indexes of scatter are i64.
-- ==
-- error: :4:48-.*Cannot apply
def main (xs: *[]i32) (is: []i32) = scatter xs is is

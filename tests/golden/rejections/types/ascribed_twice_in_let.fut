-- Not only parameters.
-- ==
-- error: :4:33-.*ascribed
def main (a: *[]i32) = let ((x: *[]i32) : []i32) = a in x[0]

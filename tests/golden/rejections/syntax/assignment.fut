-- There is no assignment.
-- ==
-- error: :4:28-.*Unexpected token: .=
def main (x: i32) = let y := x in y

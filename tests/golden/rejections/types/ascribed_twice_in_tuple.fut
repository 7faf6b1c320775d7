-- A component has a star.
-- ==
-- error: :4:23-.*ascribed
def main ((x: i32, y: *[]i32): (i32, []i32)) = x

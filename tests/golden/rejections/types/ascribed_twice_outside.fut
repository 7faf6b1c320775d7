-- The outer one has a star.
-- ==
-- error: :4:15-.*ascribed
def main ((x: []i32): *[]i32) = 1i32

-- What is ascribed around an ascription has its stars at the same parts.
-- ==
-- error: :4:15-.*ascribed
def main ((x: *[]i32): []i32) = 1i32

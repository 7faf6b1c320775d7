-- What a function consumes counts as well.
-- ==
-- error: :4:15-.*ascribed
def main ((g: *[]i32 -> i32): []i32 -> i32) = 1i32

-- ==
-- error: :4:28-.*xs
def eat (xs: *[]i32) = xs[0]
def main (xs: []i32) = eat xs

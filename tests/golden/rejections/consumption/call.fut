-- ==
-- error: :4:34-.*xs
def eat (xs: *[]i32) = xs[0]
def main (xs: *[]i32) = eat xs + xs[0]

-- ! is only a prefix operator.
-- ==
-- error: :4:31-.*Unexpected token
def main (xs: []bool) = map (!) xs

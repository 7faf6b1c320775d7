-- Short arrays are folded from the left: 2^53 + 1 + 1 loses both ones, 1 + 1 + 2^53 none.
-- ==
-- input { [9007199254740992.0, 1.0, 1.0] } output { true }
-- input { [1.0, 1.0, 9007199254740992.0] } output { false }
def main (xs: []f64) = f64.sum xs == 9007199254740992

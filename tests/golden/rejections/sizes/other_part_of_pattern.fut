-- The parts of a pattern do not know each other.
-- ==
-- error: :4:21-21.*Unknown name "k"
def f (k: i64, xs: [k]i64) = k + length xs

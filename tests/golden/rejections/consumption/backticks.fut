-- ==
-- error: :4:40-.*Using variable "xs", but this was consumed
def f (x: *[]i64) (y: i64) = x with [0] = y
def main (xs: *[]i64) : []i64 = xs `f` xs[1]

-- What is no operator in the text takes its arguments from right to left.
-- ==
-- error: :5:39-.*Using variable "xs", but this was consumed
def (+++) (y: i64) (x: *[]i64) = x with [0] = y
def main (xs: *[]i64) : []i64 = (+++) xs[1] xs

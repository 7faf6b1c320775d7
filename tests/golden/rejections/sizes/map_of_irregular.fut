-- Rows of a map have one size.
-- ==
-- error: :4:25-.*Cannot apply
def main (n: i64) = map (\i -> iota i) (iota n) |> flatten

-- ==
-- error: "xs" is not in scope where that size is introduced
def main [n] (xs: [n]i32) (k: i64) =
  loop xs for i < k do
    scatter (copy xs) (iota (length xs)) xs

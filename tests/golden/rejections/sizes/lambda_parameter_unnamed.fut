-- Hint: name it.
-- ==
-- error: "k" is the name of an argument before it
def count : (k: i64) -> [k]i32 -> i64 = \_ xs -> length xs
def main = count 2 [1, 2]

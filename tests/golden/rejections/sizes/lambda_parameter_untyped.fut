-- Its size is that of the argument before it, and only a type can say so.
-- ==
-- error: write the type: .k .xs: .k.i32.
def count : (k: i64) -> [k]i32 -> i64 = \n xs -> n + length xs
def main = count 2 [1, 2]

-- ==
-- error: :3:6-.*Non-lifted type abbreviations may not contain functions
type t = i32 -> i32
def main (x: i32) = x

-- A type is as lifted as what it is applied to, even if it makes no use of that.
-- ==
-- error: :5:6-.*Non-lifted type abbreviations may not contain functions
type ph 'a = i32
type t = ph (i32 -> i32)
def main (x: i32) = x

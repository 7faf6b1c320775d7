-- a < b < c compares a boolean with a number.
-- ==
-- error: :4:47-.*Cannot apply
def main (a: i32) (b: i32) (c: i32) = a < b < c

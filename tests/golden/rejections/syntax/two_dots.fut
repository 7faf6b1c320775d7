-- A range of two dots does not say whether its end is in.
-- ==
-- error: :4:31-.*[.][.]
def main (a: i32) (b: i32) = a..b

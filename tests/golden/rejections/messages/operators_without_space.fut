-- ==
-- error: a space before the '-'
def main (x: i32) = x*-2

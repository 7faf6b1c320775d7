-- No conversions happen by themselves.
-- ==
-- error: :4:34-.*Cannot apply
def main (x: i32) (y: i64) = x + y

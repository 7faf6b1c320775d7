-- ==
-- error: :4:21-.*Consuming variable
module m = { def table : [3]i32 = [1, 2, 3] }
def main (x: i32) = m.table with [0] = x

-- ==
-- input { 3 } output { 3 true }
module m = { def first 'a 'b (x: a, _: b) = x }
def main (x: i32) = (m.first (x, 1u8), m.first (true, x))

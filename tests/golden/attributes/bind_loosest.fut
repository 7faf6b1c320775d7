-- An attribute holds for all that follows.
-- ==
-- input { 3 } output { 10 }
def main (x: i32) = #[opaque] x * 3 + 1

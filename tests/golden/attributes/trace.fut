-- Tracing gives the value on.
-- ==
-- input { 4 } output { 9 }
def main (x: i32) = (#[trace] x + 1) + #[trace(tag)] x

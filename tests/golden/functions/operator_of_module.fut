-- Operators of modules are qualified in front.
-- ==
-- input { 7u8 } output { 14u8 true }
def main (x: u8) = (x u8.+ x, x u8.< 8)

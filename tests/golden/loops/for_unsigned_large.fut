-- An unsigned bound beyond the signed numbers is no negative one.
-- ==
-- input { 200u8 } output { 200i32 199u8 }
def main (n: u8) = loop (k, last) = (0, 0) for i < n do (k + 1, i)

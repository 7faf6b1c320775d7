-- Equal are the same constructor and equal payloads; the payloads of the others do not count.
-- ==
-- input { 1 2 } output { [true, false, false, true] }
-- input { 1 1 } output { [true, false, true, true] }
type t = #a i32 | #b i32 | #c
def main (x: i32) (y: i32) =
  [(#a x : t) == #a x, (#a x : t) == #b x, (#a x : t) == #a y, (#c : t) == #c]

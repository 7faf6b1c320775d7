-- Payloads bind greedily: #a #b is #a with the payload #b.
-- ==
-- input { 0 } output { 5 6 }
type t = #a (#b | #c)
def f (v: t) = match v case #a #b -> 5 case #a #c -> 6
def main (_: i32) = (f (#a #b), f (#a #c))

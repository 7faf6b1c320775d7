-- Constructors belong to no module.
-- ==
-- input { 3 } output { 3 0 }
module m = { type t = #a i32 | #b }
def get (v: m.t) = match v case #a x -> x case #b -> 0
def main (x: i32) = (get (#a x), get #b)

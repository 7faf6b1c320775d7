-- ==
-- input { 3 } output { 3 0 }
module type mt = { type t = #some i32 | #none val get : t -> i32 }
module m : mt = { type t = #none | #some i32 def get (x: t) = match x case #some v -> v case #none -> 0 }
def main (x: i32) = (m.get (#some x), m.get #none)

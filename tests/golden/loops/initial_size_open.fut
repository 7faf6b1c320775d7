-- A size that the initial value leaves open is what the body gives; it does not vary for that.
-- ==
-- input { 2i64 } output { 1i64 }
-- input { 0i64 } output { 0i64 }
def main (n: i64) =
  let s: (#none | #some ([1]i64)) = loop _s = #none for i < n do #some [i]
  in match s case #none -> 0 case #some xs -> xs[0]

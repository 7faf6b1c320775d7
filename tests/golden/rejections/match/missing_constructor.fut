-- ==
-- error: :5:6-.*Unmatched.*#b
def main (x: i32) =
  let v : #a i32 | #b = #a x
  in match v case #a y -> y

-- ==
-- error: :4:3-.*Unmatched
def main (x: i32) =
  match (#a x : #a i32 | #b) case #a 0 -> 1 case #b -> 2

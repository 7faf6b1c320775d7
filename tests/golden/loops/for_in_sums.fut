-- ==
-- input { 5 } output { 8 }
type op = #add i32 | #double | #drop
def main (x: i32) =
  loop y = x for op in [#double, #add 3, #drop, #drop] : [4]op do
    match op
    case #add k -> y + k - 1
    case #double -> y * 2
    case #drop -> y - 2

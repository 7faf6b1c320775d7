-- ==
-- input { 1i64 } output { [0, 9, 0] }
type t = #set i32 | #unset
def main (i: i64) =
  let a : *[3]t = replicate 3 #unset
  let a[i] = #set 9
  in map (\v -> match v case #set x -> x case #unset -> 0) a

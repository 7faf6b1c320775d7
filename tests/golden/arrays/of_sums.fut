-- ==
-- input { 5 } output { [5, -1, 6] }
type maybe = #some i32 | #none
def main (x: i32) =
  let ms : [3]maybe = [#some x, #none, #some (x + 1)]
  in map (\m -> match m case #some v -> v case #none -> -1) ms

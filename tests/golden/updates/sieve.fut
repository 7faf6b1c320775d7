-- ==
-- input { 30i64 } output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64] }
def main (n: i64) =
  let flags = replicate n true
  let flags[0:2] = [false, false]
  let flags =
    loop flags for i in 2..<n do
      if flags[i]
      then loop flags for k < (n - 1) / i - 1 do flags with [(k + 2) * i] = false
      else flags
  in filter (\i -> flags[i]) (iota n)

-- ==
-- input { 4 } output { 10 10 }
def main (n: i32) =
  (loop s = 0 for i in 1...n do s + i, loop s = 0 for i in n..>0 do s + i)

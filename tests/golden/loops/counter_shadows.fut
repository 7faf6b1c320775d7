-- ==
-- input { 7 } output { 3 7 }
def main (i: i32) = (loop s = 0 for i < 3i32 do s + i, i)

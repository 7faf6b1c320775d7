-- ==
-- input { 3 } output { 8 16 1024 }
-- input { 0 } output { 1 16 1024 }
def main (n: i32) = (iterate n (* 2) 1, iterate_until (> 10) (* 2) 1, iterate_while (< 1000) (* 2) 1)

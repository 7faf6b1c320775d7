-- ==
-- input { 3 } output { 17 33 }
module a = { def k : i32 = 10 module b = { def j : i32 = 4 } }
def main (x: i32) = (a.(k + b.(j + x)), a.b.(let y = j in y * 2) + a.(let k = k + 15 in k))

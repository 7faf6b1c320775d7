-- A later module of the same name; functions made before keep theirs.
-- ==
-- input { } output { 1 2 }
module m = { def k : i32 = 1 }
def before () = m.k
module n = { module m = { def k : i32 = 2 } }
def main = (before (), n.m.k)

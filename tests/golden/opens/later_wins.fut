-- What is opened or defined later hides what came before.
-- ==
-- input { } output { 2 3 }
module a = { def k : i32 = 1 def j : i32 = 1 }
module b = { def k : i32 = 2 }
open a
open b
def j : i32 = 3
def main = (k, j)

-- Modules and values share their names.
-- ==
-- error: :5:5-.*"m"
module m = { def x : i32 = 1 }
def m (x: i32) = x
def main = 1

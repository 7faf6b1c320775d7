-- ==
-- error: :4:20-.*is not an abstract type in the module type
module type mt = { val x : i32 }
module m : mt with t = i32 = { def x : i32 = 1 }
def main = 1

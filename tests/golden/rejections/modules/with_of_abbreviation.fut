-- Only an abstract type can be refined.
-- ==
-- error: :5:12-.*is not an abstract type in the module type
module type mt = { type t = i32 val x : t }
module m : mt with t = bool = { type t = bool def x : t = true }
def main = 1

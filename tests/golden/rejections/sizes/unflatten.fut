-- ==
-- error: :3:51-.*Cannot apply
def main [n] (xs: [n]i32) : [2][3]i32 = unflatten xs

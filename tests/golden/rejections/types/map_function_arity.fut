-- ==
-- error: :3:29-.*Cannot apply
def main (xs: []i32) = map2 (\x -> x) xs xs

-- ==
-- error: :3:29-.*Size
def main (xs: []i32) = let [n] (y: i32) = xs[0] in y

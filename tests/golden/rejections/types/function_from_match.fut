-- ==
-- error: :3:31-.*function
def main (k: i32) (x: i32) = (match k case 0 -> (+ 1) case _ -> (* 2)) x

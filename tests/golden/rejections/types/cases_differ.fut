-- ==
-- error: :3:54-.*Branches of match differ in type
def main (x: i32) = match x case 0 -> true case _ -> 1i32

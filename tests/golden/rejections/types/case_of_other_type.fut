-- ==
-- error: :3:34-.*Pattern
def main (x: i32) = match x case true -> 1 case _ -> 2

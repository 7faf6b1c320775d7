-- ==
-- error: :3:21-.*Unmatched
def main (x: i32) = match {a = x, b = true} case {a = _, b = true} -> 1

-- ==
-- error: :3:21-.*Unmatched
def main (x: i32) = match x case 0 -> 1 case 1 -> 2

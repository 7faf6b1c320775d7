-- ==
-- error: :3:33-.*Literal
def main (x: u8) = match x case 256 -> 1 case _ -> 0

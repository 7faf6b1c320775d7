-- ==
-- input { 255u8 } output { 1 }
-- input { 0u8 } output { 2 }
-- input { 1u8 } output { 3 }
def main (x: u8) = match x case 255 -> 1 case 0 -> 2 case _ -> 3

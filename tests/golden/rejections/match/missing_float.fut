-- ==
-- error: :3:21-.*Unmatched
def main (x: f64) = match x case 0.0 -> 1

-- ==
-- error: :4:3-.*Unmatched.*\(false, false\)
def main (a: bool) (b: bool) =
  match (a, b) case (true, _) -> 1 case (_, true) -> 2

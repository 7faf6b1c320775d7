-- A literal pattern matches equal numbers: -0 is 0. NaN matches only what takes anything.
-- ==
-- input { 0.0 } output { 1 }
-- input { -0.0 } output { 1 }
-- input { 1.5 } output { 2 }
-- input { -2.5 } output { 3 }
-- input { f64.nan } output { 4 }
def main (x: f64) =
  match x
  case 0.0 -> 1
  case 1.5 -> 2
  case -2.5 -> 3
  case _ -> 4

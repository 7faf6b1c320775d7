-- ==
-- input { 2 } output { 5 }
def main (x: i32) =
  #[a]
  let y = #[b] x + 1
  in #[c] let z = y + 2
  in #[d] z

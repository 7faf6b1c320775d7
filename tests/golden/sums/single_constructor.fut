-- A pattern with the only constructor cannot fail, so let may use it.
-- ==
-- input { 3 } output { 4 }
type box = #box i32
def unbox ((#box x): box) = x
def main (n: i32) =
  let #box m = (#box n : box)
  in unbox (#box (m + 1))

-- Any function will do: named, partially applied, composed, a section.
-- ==
-- input { [1, 2] } output { [3, 4] [5, 6] [-3, -4] [2, 1] }
def add (a: i32) (b: i32) = a + b
def main (xs: []i32) =
  let plus2 = add 2
  in (map plus2 xs, map (add 4) xs, map (plus2 >-> (\x -> -x)) xs, map (3 -) xs)

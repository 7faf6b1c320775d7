-- Iterations in different states of one machine.
-- ==
-- input { [0i64, 1i64, 2i64, 3i64] } output { [0i64, -1i64, 2i64, 3i64] }
type s = #a i64 | #b i64 i64 | #c
def main (xs: []i64) =
  map (\x ->
    match (loop (v: s) = #a x for i < x do
             match v
             case #a y -> if y % 2 == 1 && y < 2 then #c else #b y i
             case #b y z -> #a (y - z)
             case #c -> #c)
    case #a y -> y
    case #b y z -> y + 0 * z
    case #c -> -1) xs

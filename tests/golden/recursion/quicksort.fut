-- ==
-- input { [3, 1, 4, 1, 5, 9, 2, 6] } output { [1, 1, 2, 3, 4, 5, 6, 9] }
-- input { empty([0]i32) } output { empty([0]i32) }
def quicksort [n] (xs: [n]i32) : [n]i32 =
  if n < 2 then xs
  else
    let p = xs[n / 2]
    let (less, same, more) = partition2 (< p) (== p) xs
    in quicksort less ++ same ++ quicksort more :> [n]i32
def main (xs: []i32) = quicksort xs

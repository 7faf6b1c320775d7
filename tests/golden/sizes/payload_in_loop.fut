-- The size of a payload varies from one iteration to the next.
-- ==
-- entry: sieve
-- input { [1i32, -2i32, 3i32] } output { [3i32] }
-- ==
-- entry: emptied
-- input { [1i32] } output { empty([0]i32) }
entry sieve (xs: []i32) =
  let m = loop (acc: (#some ([]i32) | #none)) = #some xs for i < 3 do
            match acc case #some ys -> #some (filter (> i) ys) case #none -> acc
  in match m case #some ys -> ys case #none -> []
entry emptied (xs: []i32) =
  let (m, _) = loop (acc: (#some ([]i32) | #none), n: i32) = (#some xs, 0) for i < 3 do
                 match acc case #some ys -> (#some (filter (> i) ys), n + 1)
                           case #none -> (#some [], n)
  in match m case #some ys -> ys case #none -> []

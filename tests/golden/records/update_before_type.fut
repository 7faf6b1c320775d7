-- A field that is replaced has its new value's size, though the record's type is only known later.
-- ==
-- entry: in_lambda
-- input { [1i32, 5i32] } output { [[1i32, 2i32], [5i32, 6i32]] }

-- ==
-- entry: in_loop
-- input { [7i32, 8i32] } output { [7i32, 8i32] 2i64 }

-- ==
-- entry: nested
-- input { [7i32, 8i32] } output { [7i32, 8i32, 1i32] [2i32, 3i32, 4i32] }

entry in_lambda (xs: []i32) =
  map (\x -> {id = x, seen = [x]}) xs
  |> map (\p -> p with seen = p.seen ++ [p.id + 1])
  |> map (.seen)

entry in_loop (xs: []i32) =
  let push s x = s with items = s.items ++ [x]
  let s = loop s = {items = [], total = 0i32} for x in xs do push s x
  in (s.items, length s.items)

entry nested (xs: []i32) =
  let grow r = r with a.items = r.a.items ++ [1i32]
  let turn g s = (g (s with 0 = [1i32, 2, 3])).0
  in ( (grow {a = {items = xs, n = xs[0]}}).a.items
     , turn (\s -> s with 0 = map2 (+) s.0 [1, 1, 1]) ([1], 3i32) )

-- What a loop's state is becomes known in its body, or even after it; its sizes vary all the same.
-- ==
-- entry: sum_known_after
-- input { [1i32, 2i32, 3i32] } output { [1i32, 2i32, 3i32] 3i64 }
-- input { [1i32, -2i32, 3i32] } output { empty([0]i32) 0i64 }

-- ==
-- entry: nested
-- input { [1i32, 2i32] } output { [1i32, 1i32, 2i32, 2i32] }

-- ==
-- entry: sum_known_inside
-- input { [5i32, 6i32] } output { [5i32, 6i32] 2i64 }

-- ==
-- entry: record_known_inside
-- input { [5i32, 6i32] } output { [1i32, 5i32, 6i32] 3i64 14i32 }

-- ==
-- entry: by_local_function
-- input { [5i32, 6i32] } output { [5i32, 6i32] }

type~ list = #none | #some ([]i32)

def items [n] (l: (#none | #some ([n]i32))) : []i32 =
  match l case #none -> [] case #some xs -> xs

entry sum_known_after (xs: []i32) =
  let ys =
    items (loop acc = #some []
           for x in xs do
             match acc
             case #some ys -> if x < 0 then #none else #some (ys ++ [x])
             case #none -> #none)
  in (ys, length ys)

entry nested (xs: []i32) =
  let acc =
    loop acc = #some []
    for x in xs do
      loop acc
      for _i < 2i32 do
        match acc case #some ys -> #some (ys ++ [x]) case #none -> #none
  in items acc

def push (x: i32) (l: list) : list =
  match l case #some ys -> #some (ys ++ [x]) case #none -> #some [x]

entry sum_known_inside (xs: []i32) =
  let ys = items (loop acc = #some [] for x in xs do push x acc)
  in (ys, length ys)

type~ tally = {seen: []i32, total: i32}

def count (x: i32) (t: tally) : tally = {seen = t.seen ++ [x], total = t.total + x}

def counted t (xs: []i32) = loop t' = (t with seen = t.seen) for x in xs do count x t'

entry record_known_inside (xs: []i32) =
  let t = counted {seen = [1], total = 3} xs
  in (t.seen, length t.seen, t.total)

entry by_local_function (xs: []i32) =
  let step x o = match o case #some ys -> #some (ys ++ [x]) case #none -> #none
  in items (loop acc = #some [] for x in xs do step x acc)

-- Properties that hold, of values made in every way.

-- ==
-- property: reverse_twice sorted_stays dot_is_symmetric shapes_agree sum_of_sums

#[prop]
entry reverse_twice (xs: []i32) : bool =
  and (map2 (==) xs (reverse (reverse xs)))

entry ascending (size: i64) (seed: u64) : []i64 =
  scan (+) 0 (map (\i -> i64.u64 ((seed + u64.i64 i) % 7)) (iota size))

#[prop(gen(ascending))]
entry sorted_stays (xs: []i64) : bool =
  let k = i64.max 0 (length xs - 1)
  in and (map2 (<=) (take k xs) (drop 1 xs :> [k]i64))

-- Both arrays have the same length, and so do candidates.
#[prop(size(20))]
entry dot_is_symmetric [n] (p: ([n]u8, [n]u8)) : bool =
  u8.sum (map2 (*) p.0 p.1) == u8.sum (map2 (*) p.1 p.0)

#[prop]
entry shapes_agree [n] [m] (r: {a: [n][m]f32, b: [m][n]bool, c: [3]i8}) : bool =
  length r.a == n && length r.b == m && length r.c == 3

type shape = #circle f64 | #square i32 | #nothing

#[prop]
entry sum_of_sums (s: shape) : bool =
  match s
  case #circle _ -> true
  case #square _ -> true
  case #nothing -> true

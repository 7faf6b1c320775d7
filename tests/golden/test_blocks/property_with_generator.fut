-- ==
-- property: sorted
#[prop(gen(numbers),size(20))]
entry sorted (xs: []i64) : bool = and (map2 (<=) (init (scan i64.max 0 xs)) (tail (scan i64.max 0 xs)))

entry numbers (size: i64) (seed: u64) : []i64 =
  map (\i -> (i * 7919 + i64.u64 (seed % 1000)) % 101) (iota (size + 1))

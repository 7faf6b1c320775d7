-- Nothing is converted on the way in.
-- ==
-- entry: of_i64
-- input { 1 } error: .
-- input { 1u64 } error: .
-- input { 1.0 } error: .
-- input { true } error: .
-- input { 1i64 } output { 1i64 }
entry of_i64 (x: i64) = x

-- ==
-- entry: of_f32
-- input { 1.0 } error: .
-- input { 1 } error: .
-- input { 1.0f32 } output { 1.0f32 }
entry of_f32 (x: f32) = x

-- ==
-- entry: of_bool
-- input { 1 } error: .
-- input { True } error: .
-- input { true } output { true }
entry of_bool (x: bool) = x

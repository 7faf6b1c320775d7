-- ==
-- entry: of_i32 of_mod of_quot of_rem
-- input { 7 0 } error: [Dd]ivision by zero
entry of_i32 (a: i32) (b: i32) = a / b
entry of_mod (a: i32) (b: i32) = a % b
entry of_quot (a: i32) (b: i32) = a // b
entry of_rem (a: i32) (b: i32) = a %% b

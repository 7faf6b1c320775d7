-- Blocks may stand anywhere; each names its entries.
-- ==
-- entry: inc
-- input { 1 } output { 2 }
entry inc (x: i32) = x + 1

-- ==
-- entry: dec inc_twice_dec_once
-- input { 1 } output { 0 }
-- input { 0 } output { -1 }
entry dec (x: i32) = x - 1
entry inc_twice_dec_once (x: i32) = x + 1 + 1 - 3

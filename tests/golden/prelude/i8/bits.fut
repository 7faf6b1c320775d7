-- The bits of i8.

-- ==
-- entry: in_both
-- input { [85i8, 85i8, 0i8, -1i8, -128i8, 6i8, -128i8]
--         [-86i8, 85i8, -1i8, -1i8, 127i8, 3i8, -1i8] }
-- output { [0i8, 85i8, 0i8, -1i8, 0i8, 2i8, -128i8] }
entry in_both [n] (xs: [n]i8) (ys: [n]i8) : [n]i8 = map2 (i8.&) xs ys

-- ==
-- entry: in_either
-- input { [85i8, 85i8, 0i8, -1i8, -128i8, 6i8, -128i8]
--         [-86i8, 85i8, -1i8, -1i8, 127i8, 3i8, -1i8] }
-- output { [-1i8, 85i8, -1i8, -1i8, -1i8, 7i8, -1i8] }
entry in_either [n] (xs: [n]i8) (ys: [n]i8) : [n]i8 = map2 (i8.|) xs ys

-- ==
-- entry: in_one
-- input { [85i8, 85i8, 0i8, -1i8, -128i8, 6i8, -128i8]
--         [-86i8, 85i8, -1i8, -1i8, 127i8, 3i8, -1i8] }
-- output { [-1i8, 0i8, -1i8, 0i8, -1i8, 5i8, 127i8] }
entry in_one [n] (xs: [n]i8) (ys: [n]i8) : [n]i8 = map2 (i8.^) xs ys

-- ==
-- entry: inverted
-- input { [0i8, 1i8, 85i8, -1i8, -128i8, 127i8, 100i8] }
-- output { [-1i8, -2i8, -86i8, 0i8, 127i8, -128i8, -101i8] }
entry inverted [n] (xs: [n]i8) : [n]i8 = map i8.not xs

-- ==
-- entry: up
-- input { [1i8, 1i8, 1i8, -1i8, -1i8, -1i8, -128i8, -128i8, 127i8, 127i8, 85i8]
--         [0i8, 1i8, 7i8, 1i8, 7i8, 0i8, 1i8, 7i8, 1i8, 7i8, 2i8] }
-- output { [1i8, 2i8, -128i8, -2i8, -128i8, -1i8, 0i8, 0i8, -2i8, -128i8, 84i8] }
entry up [n] (xs: [n]i8) (ys: [n]i8) : [n]i8 = map2 (i8.<<) xs ys

-- Copies of the sign come in.
-- ==
-- entry: down
-- input { [1i8, 1i8, 1i8, -1i8, -1i8, -1i8, -128i8, -128i8, 127i8, 127i8, 85i8]
--         [0i8, 1i8, 7i8, 1i8, 7i8, 0i8, 1i8, 7i8, 1i8, 7i8, 2i8] }
-- output { [1i8, 0i8, 0i8, -1i8, -1i8, -1i8, -64i8, -1i8, 63i8, 0i8, 21i8] }
entry down [n] (xs: [n]i8) (ys: [n]i8) : [n]i8 = map2 (i8.>>) xs ys

-- ==
-- entry: down_with_zeros
-- input { [1i8, 1i8, 1i8, -1i8, -1i8, -1i8, -128i8, -128i8, 127i8, 127i8, 85i8]
--         [0i8, 1i8, 7i8, 1i8, 7i8, 0i8, 1i8, 7i8, 1i8, 7i8, 2i8] }
-- output { [1i8, 0i8, 0i8, 127i8, 1i8, -1i8, 64i8, 1i8, 63i8, 0i8, 21i8] }
entry down_with_zeros [n] (xs: [n]i8) (ys: [n]i8) : [n]i8 = map2 (i8.>>>) xs ys

-- By the number of bits or more: all of them leave. Futhark leaves this open.
-- ==
-- entry: far_up
-- input { [1i8, 1i8, 1i8, 1i8, 1i8, -1i8, -1i8, -1i8, -1i8, -1i8, -128i8, -128i8, -128i8, -128i8,
--          -128i8]
--         [8i8, 9i8, 127i8, -1i8, -128i8, 8i8, 9i8, 127i8, -1i8, -128i8, 8i8, 9i8, 127i8, -1i8,
--          -128i8] }
-- output { [0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8] }
entry far_up [n] (xs: [n]i8) (ys: [n]i8) : [n]i8 = map2 (i8.<<) xs ys

-- ==
-- entry: far_down
-- input { [1i8, 1i8, 1i8, 1i8, 1i8, -1i8, -1i8, -1i8, -1i8, -1i8, -128i8, -128i8, -128i8, -128i8,
--          -128i8]
--         [8i8, 9i8, 127i8, -1i8, -128i8, 8i8, 9i8, 127i8, -1i8, -128i8, 8i8, 9i8, 127i8, -1i8,
--          -128i8] }
-- output { [0i8, 0i8, 0i8, 0i8, 0i8, -1i8, -1i8, -1i8, -1i8, -1i8, -1i8, -1i8, -1i8, -1i8, -1i8] }
entry far_down [n] (xs: [n]i8) (ys: [n]i8) : [n]i8 = map2 (i8.>>) xs ys

-- ==
-- entry: far_down_with_zeros
-- input { [1i8, 1i8, 1i8, 1i8, 1i8, -1i8, -1i8, -1i8, -1i8, -1i8, -128i8, -128i8, -128i8, -128i8,
--          -128i8]
--         [8i8, 9i8, 127i8, -1i8, -128i8, 8i8, 9i8, 127i8, -1i8, -128i8, 8i8, 9i8, 127i8, -1i8,
--          -128i8] }
-- output { [0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8, 0i8] }
entry far_down_with_zeros [n] (xs: [n]i8) (ys: [n]i8) : [n]i8 = map2 (i8.>>>) xs ys

-- ==
-- entry: ones
-- input { [0i8, 1i8, 85i8, -1i8, -128i8, 127i8, 100i8] }
-- output { [0i32, 1i32, 4i32, 8i32, 1i32, 7i32, 3i32] }
entry ones [n] (xs: [n]i8) : [n]i32 = map i8.popc xs

-- All bits of zero lead.
-- ==
-- entry: leading_zeros
-- input { [0i8, 1i8, 85i8, -1i8, -128i8, 127i8, 100i8] }
-- output { [8i32, 7i32, 1i32, 0i32, 0i32, 1i32, 1i32] }
entry leading_zeros [n] (xs: [n]i8) : [n]i32 = map i8.clz xs

-- And all trail.
-- ==
-- entry: trailing_zeros
-- input { [0i8, 1i8, 85i8, -1i8, -128i8, 127i8, 100i8] }
-- output { [8i32, 0i32, 0i32, 0i32, 7i32, 0i32, 2i32] }
entry trailing_zeros [n] (xs: [n]i8) : [n]i32 = map i8.ctz xs

-- ==
-- entry: width
-- input {  }
-- output { 8i32 }
entry width : i32 = i8.num_bits

-- ==
-- entry: one_bit
-- input { [0i32, 0i32, 7i32, 7i32, 7i32, 1i32, 2i32, 6i32]
--         [1i8, 2i8, -1i8, 127i8, -128i8, 85i8, 85i8, 127i8] }
-- output { [1i32, 0i32, 1i32, 0i32, 1i32, 0i32, 1i32, 1i32] }
entry one_bit [n] (bits: [n]i32) (xs: [n]i8) : [n]i32 = map2 i8.get_bit bits xs

-- ==
-- entry: set
-- input { [0i32, 0i32, 0i32, 7i32, 7i32, 7i32, 7i32, 3i32, 2i32]
--         [0i8, 1i8, 1i8, 0i8, -1i8, -128i8, -128i8, 85i8, 85i8]
--         [1i32, 1i32, 0i32, 1i32, 0i32, 0i32, 1i32, 1i32, 0i32] }
-- output { [1i8, 1i8, 0i8, -128i8, 127i8, 0i8, -128i8, 93i8, 81i8] }
entry set [n] (bits: [n]i32) (xs: [n]i8) (to: [n]i32) : [n]i8 = map3 i8.set_bit bits xs to

-- Of the product, which is exact.
-- ==
-- entry: upper_halves
-- input { [127i8, -128i8, -128i8, -1i8, -1i8, 16i8, 96i8, 0i8]
--         [127i8, -128i8, 127i8, 1i8, -1i8, 8i8, 5i8, 127i8] }
-- output { [63i8, 64i8, -64i8, -1i8, 0i8, 0i8, 1i8, 0i8] }
entry upper_halves [n] (xs: [n]i8) (ys: [n]i8) : [n]i8 = map2 i8.mul_hi xs ys

-- The sum wraps around.
-- ==
-- entry: upper_halves_added_to
-- input { [127i8, -128i8, -128i8, -1i8, -1i8, 16i8, 96i8, 0i8]
--         [127i8, -128i8, 127i8, 1i8, -1i8, 8i8, 5i8, 127i8]
--         [1i8, 127i8, -128i8, 1i8, -1i8, 127i8, -128i8, 127i8] }
-- output { [64i8, -65i8, 64i8, 0i8, -1i8, 127i8, -127i8, 127i8] }
entry upper_halves_added_to [n] (xs: [n]i8) (ys: [n]i8) (zs: [n]i8) : [n]i8 =
  map3 i8.mad_hi xs ys zs

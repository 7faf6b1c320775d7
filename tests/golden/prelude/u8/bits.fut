-- The bits of u8.

-- ==
-- entry: in_both
-- input { [85u8, 85u8, 0u8, 255u8, 0u8, 6u8, 0u8] [170u8, 85u8, 255u8, 255u8, 255u8, 3u8, 255u8] }
-- output { [0u8, 85u8, 0u8, 255u8, 0u8, 2u8, 0u8] }
entry in_both [n] (xs: [n]u8) (ys: [n]u8) : [n]u8 = map2 (u8.&) xs ys

-- ==
-- entry: in_either
-- input { [85u8, 85u8, 0u8, 255u8, 0u8, 6u8, 0u8] [170u8, 85u8, 255u8, 255u8, 255u8, 3u8, 255u8] }
-- output { [255u8, 85u8, 255u8, 255u8, 255u8, 7u8, 255u8] }
entry in_either [n] (xs: [n]u8) (ys: [n]u8) : [n]u8 = map2 (u8.|) xs ys

-- ==
-- entry: in_one
-- input { [85u8, 85u8, 0u8, 255u8, 0u8, 6u8, 0u8] [170u8, 85u8, 255u8, 255u8, 255u8, 3u8, 255u8] }
-- output { [255u8, 0u8, 255u8, 0u8, 255u8, 5u8, 255u8] }
entry in_one [n] (xs: [n]u8) (ys: [n]u8) : [n]u8 = map2 (u8.^) xs ys

-- ==
-- entry: inverted
-- input { [0u8, 1u8, 85u8, 255u8, 0u8, 255u8, 100u8] }
-- output { [255u8, 254u8, 170u8, 0u8, 255u8, 0u8, 155u8] }
entry inverted [n] (xs: [n]u8) : [n]u8 = map u8.not xs

-- ==
-- entry: up
-- input { [1u8, 1u8, 1u8, 255u8, 255u8, 255u8, 0u8, 0u8, 255u8, 255u8, 85u8]
--         [0u8, 1u8, 7u8, 1u8, 7u8, 0u8, 1u8, 7u8, 1u8, 7u8, 2u8] }
-- output { [1u8, 2u8, 128u8, 254u8, 128u8, 255u8, 0u8, 0u8, 254u8, 128u8, 84u8] }
entry up [n] (xs: [n]u8) (ys: [n]u8) : [n]u8 = map2 (u8.<<) xs ys

-- Zeros come in.
-- ==
-- entry: down
-- input { [1u8, 1u8, 1u8, 255u8, 255u8, 255u8, 0u8, 0u8, 255u8, 255u8, 85u8]
--         [0u8, 1u8, 7u8, 1u8, 7u8, 0u8, 1u8, 7u8, 1u8, 7u8, 2u8] }
-- output { [1u8, 0u8, 0u8, 127u8, 1u8, 255u8, 0u8, 0u8, 127u8, 1u8, 21u8] }
entry down [n] (xs: [n]u8) (ys: [n]u8) : [n]u8 = map2 (u8.>>) xs ys

-- ==
-- entry: down_with_zeros
-- input { [1u8, 1u8, 1u8, 255u8, 255u8, 255u8, 0u8, 0u8, 255u8, 255u8, 85u8]
--         [0u8, 1u8, 7u8, 1u8, 7u8, 0u8, 1u8, 7u8, 1u8, 7u8, 2u8] }
-- output { [1u8, 0u8, 0u8, 127u8, 1u8, 255u8, 0u8, 0u8, 127u8, 1u8, 21u8] }
entry down_with_zeros [n] (xs: [n]u8) (ys: [n]u8) : [n]u8 = map2 (u8.>>>) xs ys

-- By the number of bits or more: all of them leave. Futhark leaves this open.
-- ==
-- entry: far_up
-- input { [1u8, 1u8, 1u8, 255u8, 255u8, 255u8, 255u8, 255u8, 255u8]
--         [8u8, 9u8, 255u8, 8u8, 9u8, 255u8, 8u8, 9u8, 255u8] }
-- output { [0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8] }
entry far_up [n] (xs: [n]u8) (ys: [n]u8) : [n]u8 = map2 (u8.<<) xs ys

-- ==
-- entry: far_down
-- input { [1u8, 1u8, 1u8, 255u8, 255u8, 255u8, 255u8, 255u8, 255u8]
--         [8u8, 9u8, 255u8, 8u8, 9u8, 255u8, 8u8, 9u8, 255u8] }
-- output { [0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8] }
entry far_down [n] (xs: [n]u8) (ys: [n]u8) : [n]u8 = map2 (u8.>>) xs ys

-- ==
-- entry: far_down_with_zeros
-- input { [1u8, 1u8, 1u8, 255u8, 255u8, 255u8, 255u8, 255u8, 255u8]
--         [8u8, 9u8, 255u8, 8u8, 9u8, 255u8, 8u8, 9u8, 255u8] }
-- output { [0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8] }
entry far_down_with_zeros [n] (xs: [n]u8) (ys: [n]u8) : [n]u8 = map2 (u8.>>>) xs ys

-- ==
-- entry: ones
-- input { [0u8, 1u8, 85u8, 255u8, 0u8, 255u8, 100u8] }
-- output { [0i32, 1i32, 4i32, 8i32, 0i32, 8i32, 3i32] }
entry ones [n] (xs: [n]u8) : [n]i32 = map u8.popc xs

-- All bits of zero lead.
-- ==
-- entry: leading_zeros
-- input { [0u8, 1u8, 85u8, 255u8, 0u8, 255u8, 100u8] }
-- output { [8i32, 7i32, 1i32, 0i32, 8i32, 0i32, 1i32] }
entry leading_zeros [n] (xs: [n]u8) : [n]i32 = map u8.clz xs

-- And all trail.
-- ==
-- entry: trailing_zeros
-- input { [0u8, 1u8, 85u8, 255u8, 0u8, 255u8, 100u8] }
-- output { [8i32, 0i32, 0i32, 0i32, 8i32, 0i32, 2i32] }
entry trailing_zeros [n] (xs: [n]u8) : [n]i32 = map u8.ctz xs

-- ==
-- entry: width
-- input {  }
-- output { 8i32 }
entry width : i32 = u8.num_bits

-- ==
-- entry: one_bit
-- input { [0i32, 0i32, 7i32, 7i32, 7i32, 1i32, 2i32, 6i32]
--         [1u8, 2u8, 255u8, 255u8, 0u8, 85u8, 85u8, 255u8] }
-- output { [1i32, 0i32, 1i32, 1i32, 0i32, 0i32, 1i32, 1i32] }
entry one_bit [n] (bits: [n]i32) (xs: [n]u8) : [n]i32 = map2 u8.get_bit bits xs

-- ==
-- entry: set
-- input { [0i32, 0i32, 0i32, 7i32, 7i32, 7i32, 7i32, 3i32, 2i32]
--         [0u8, 1u8, 1u8, 0u8, 255u8, 0u8, 0u8, 85u8, 85u8]
--         [1i32, 1i32, 0i32, 1i32, 0i32, 0i32, 1i32, 1i32, 0i32] }
-- output { [1u8, 1u8, 0u8, 128u8, 127u8, 0u8, 128u8, 93u8, 81u8] }
entry set [n] (bits: [n]i32) (xs: [n]u8) (to: [n]i32) : [n]u8 = map3 u8.set_bit bits xs to

-- Of the product, which is exact.
-- ==
-- entry: upper_halves
-- input { [255u8, 0u8, 0u8, 255u8, 255u8, 16u8, 96u8, 0u8]
--         [255u8, 0u8, 255u8, 1u8, 255u8, 8u8, 5u8, 255u8] }
-- output { [254u8, 0u8, 0u8, 0u8, 254u8, 0u8, 1u8, 0u8] }
entry upper_halves [n] (xs: [n]u8) (ys: [n]u8) : [n]u8 = map2 u8.mul_hi xs ys

-- The sum wraps around.
-- ==
-- entry: upper_halves_added_to
-- input { [255u8, 0u8, 0u8, 255u8, 255u8, 16u8, 96u8, 0u8]
--         [255u8, 0u8, 255u8, 1u8, 255u8, 8u8, 5u8, 255u8]
--         [1u8, 255u8, 0u8, 1u8, 255u8, 255u8, 0u8, 255u8] }
-- output { [255u8, 255u8, 0u8, 1u8, 253u8, 255u8, 1u8, 255u8] }
entry upper_halves_added_to [n] (xs: [n]u8) (ys: [n]u8) (zs: [n]u8) : [n]u8 =
  map3 u8.mad_hi xs ys zs

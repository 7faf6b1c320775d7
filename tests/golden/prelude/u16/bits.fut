-- The bits of u16.

-- ==
-- entry: in_both
-- input { [21845u16, 21845u16, 0u16, 65535u16, 0u16, 6u16, 0u16]
--         [43690u16, 21845u16, 65535u16, 65535u16, 65535u16, 3u16, 65535u16] }
-- output { [0u16, 21845u16, 0u16, 65535u16, 0u16, 2u16, 0u16] }
entry in_both [n] (xs: [n]u16) (ys: [n]u16) : [n]u16 = map2 (u16.&) xs ys

-- ==
-- entry: in_either
-- input { [21845u16, 21845u16, 0u16, 65535u16, 0u16, 6u16, 0u16]
--         [43690u16, 21845u16, 65535u16, 65535u16, 65535u16, 3u16, 65535u16] }
-- output { [65535u16, 21845u16, 65535u16, 65535u16, 65535u16, 7u16, 65535u16] }
entry in_either [n] (xs: [n]u16) (ys: [n]u16) : [n]u16 = map2 (u16.|) xs ys

-- ==
-- entry: in_one
-- input { [21845u16, 21845u16, 0u16, 65535u16, 0u16, 6u16, 0u16]
--         [43690u16, 21845u16, 65535u16, 65535u16, 65535u16, 3u16, 65535u16] }
-- output { [65535u16, 0u16, 65535u16, 0u16, 65535u16, 5u16, 65535u16] }
entry in_one [n] (xs: [n]u16) (ys: [n]u16) : [n]u16 = map2 (u16.^) xs ys

-- ==
-- entry: inverted
-- input { [0u16, 1u16, 21845u16, 65535u16, 0u16, 65535u16, 100u16] }
-- output { [65535u16, 65534u16, 43690u16, 0u16, 65535u16, 0u16, 65435u16] }
entry inverted [n] (xs: [n]u16) : [n]u16 = map u16.not xs

-- ==
-- entry: up
-- input { [1u16, 1u16, 1u16, 65535u16, 65535u16, 65535u16, 0u16, 0u16, 65535u16, 65535u16,
--          21845u16]
--         [0u16, 1u16, 15u16, 1u16, 15u16, 0u16, 1u16, 15u16, 1u16, 15u16, 2u16] }
-- output { [1u16, 2u16, 32768u16, 65534u16, 32768u16, 65535u16, 0u16, 0u16, 65534u16, 32768u16,
--           21844u16] }
entry up [n] (xs: [n]u16) (ys: [n]u16) : [n]u16 = map2 (u16.<<) xs ys

-- Zeros come in.
-- ==
-- entry: down
-- input { [1u16, 1u16, 1u16, 65535u16, 65535u16, 65535u16, 0u16, 0u16, 65535u16, 65535u16,
--          21845u16]
--         [0u16, 1u16, 15u16, 1u16, 15u16, 0u16, 1u16, 15u16, 1u16, 15u16, 2u16] }
-- output { [1u16, 0u16, 0u16, 32767u16, 1u16, 65535u16, 0u16, 0u16, 32767u16, 1u16, 5461u16] }
entry down [n] (xs: [n]u16) (ys: [n]u16) : [n]u16 = map2 (u16.>>) xs ys

-- ==
-- entry: down_with_zeros
-- input { [1u16, 1u16, 1u16, 65535u16, 65535u16, 65535u16, 0u16, 0u16, 65535u16, 65535u16,
--          21845u16]
--         [0u16, 1u16, 15u16, 1u16, 15u16, 0u16, 1u16, 15u16, 1u16, 15u16, 2u16] }
-- output { [1u16, 0u16, 0u16, 32767u16, 1u16, 65535u16, 0u16, 0u16, 32767u16, 1u16, 5461u16] }
entry down_with_zeros [n] (xs: [n]u16) (ys: [n]u16) : [n]u16 = map2 (u16.>>>) xs ys

-- By the number of bits or more: all of them leave. Futhark leaves this open.
-- ==
-- entry: far_up
-- input { [1u16, 1u16, 1u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16]
--         [16u16, 17u16, 65535u16, 16u16, 17u16, 65535u16, 16u16, 17u16, 65535u16] }
-- output { [0u16, 0u16, 0u16, 0u16, 0u16, 0u16, 0u16, 0u16, 0u16] }
entry far_up [n] (xs: [n]u16) (ys: [n]u16) : [n]u16 = map2 (u16.<<) xs ys

-- ==
-- entry: far_down
-- input { [1u16, 1u16, 1u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16]
--         [16u16, 17u16, 65535u16, 16u16, 17u16, 65535u16, 16u16, 17u16, 65535u16] }
-- output { [0u16, 0u16, 0u16, 0u16, 0u16, 0u16, 0u16, 0u16, 0u16] }
entry far_down [n] (xs: [n]u16) (ys: [n]u16) : [n]u16 = map2 (u16.>>) xs ys

-- ==
-- entry: far_down_with_zeros
-- input { [1u16, 1u16, 1u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16]
--         [16u16, 17u16, 65535u16, 16u16, 17u16, 65535u16, 16u16, 17u16, 65535u16] }
-- output { [0u16, 0u16, 0u16, 0u16, 0u16, 0u16, 0u16, 0u16, 0u16] }
entry far_down_with_zeros [n] (xs: [n]u16) (ys: [n]u16) : [n]u16 = map2 (u16.>>>) xs ys

-- ==
-- entry: ones
-- input { [0u16, 1u16, 21845u16, 65535u16, 0u16, 65535u16, 100u16] }
-- output { [0i32, 1i32, 8i32, 16i32, 0i32, 16i32, 3i32] }
entry ones [n] (xs: [n]u16) : [n]i32 = map u16.popc xs

-- All bits of zero lead.
-- ==
-- entry: leading_zeros
-- input { [0u16, 1u16, 21845u16, 65535u16, 0u16, 65535u16, 100u16] }
-- output { [16i32, 15i32, 1i32, 0i32, 16i32, 0i32, 9i32] }
entry leading_zeros [n] (xs: [n]u16) : [n]i32 = map u16.clz xs

-- And all trail.
-- ==
-- entry: trailing_zeros
-- input { [0u16, 1u16, 21845u16, 65535u16, 0u16, 65535u16, 100u16] }
-- output { [16i32, 0i32, 0i32, 0i32, 16i32, 0i32, 2i32] }
entry trailing_zeros [n] (xs: [n]u16) : [n]i32 = map u16.ctz xs

-- ==
-- entry: width
-- input {  }
-- output { 16i32 }
entry width : i32 = u16.num_bits

-- ==
-- entry: one_bit
-- input { [0i32, 0i32, 15i32, 15i32, 15i32, 1i32, 2i32, 14i32]
--         [1u16, 2u16, 65535u16, 65535u16, 0u16, 21845u16, 21845u16, 65535u16] }
-- output { [1i32, 0i32, 1i32, 1i32, 0i32, 0i32, 1i32, 1i32] }
entry one_bit [n] (bits: [n]i32) (xs: [n]u16) : [n]i32 = map2 u16.get_bit bits xs

-- ==
-- entry: set
-- input { [0i32, 0i32, 0i32, 15i32, 15i32, 15i32, 15i32, 3i32, 2i32]
--         [0u16, 1u16, 1u16, 0u16, 65535u16, 0u16, 0u16, 21845u16, 21845u16]
--         [1i32, 1i32, 0i32, 1i32, 0i32, 0i32, 1i32, 1i32, 0i32] }
-- output { [1u16, 1u16, 0u16, 32768u16, 32767u16, 0u16, 32768u16, 21853u16, 21841u16] }
entry set [n] (bits: [n]i32) (xs: [n]u16) (to: [n]i32) : [n]u16 = map3 u16.set_bit bits xs to

-- Of the product, which is exact.
-- ==
-- entry: upper_halves
-- input { [65535u16, 0u16, 0u16, 65535u16, 65535u16, 256u16, 24576u16, 0u16]
--         [65535u16, 0u16, 65535u16, 1u16, 65535u16, 128u16, 5u16, 65535u16] }
-- output { [65534u16, 0u16, 0u16, 0u16, 65534u16, 0u16, 1u16, 0u16] }
entry upper_halves [n] (xs: [n]u16) (ys: [n]u16) : [n]u16 = map2 u16.mul_hi xs ys

-- The sum wraps around.
-- ==
-- entry: upper_halves_added_to
-- input { [65535u16, 0u16, 0u16, 65535u16, 65535u16, 256u16, 24576u16, 0u16]
--         [65535u16, 0u16, 65535u16, 1u16, 65535u16, 128u16, 5u16, 65535u16]
--         [1u16, 65535u16, 0u16, 1u16, 65535u16, 65535u16, 0u16, 65535u16] }
-- output { [65535u16, 65535u16, 0u16, 1u16, 65533u16, 65535u16, 1u16, 65535u16] }
entry upper_halves_added_to [n] (xs: [n]u16) (ys: [n]u16) (zs: [n]u16) : [n]u16 =
  map3 u16.mad_hi xs ys zs

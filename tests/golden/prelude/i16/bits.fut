-- The bits of i16.

-- ==
-- entry: in_both
-- input { [21845i16, 21845i16, 0i16, -1i16, -32768i16, 6i16, -32768i16]
--         [-21846i16, 21845i16, -1i16, -1i16, 32767i16, 3i16, -1i16] }
-- output { [0i16, 21845i16, 0i16, -1i16, 0i16, 2i16, -32768i16] }
entry in_both [n] (xs: [n]i16) (ys: [n]i16) : [n]i16 = map2 (i16.&) xs ys

-- ==
-- entry: in_either
-- input { [21845i16, 21845i16, 0i16, -1i16, -32768i16, 6i16, -32768i16]
--         [-21846i16, 21845i16, -1i16, -1i16, 32767i16, 3i16, -1i16] }
-- output { [-1i16, 21845i16, -1i16, -1i16, -1i16, 7i16, -1i16] }
entry in_either [n] (xs: [n]i16) (ys: [n]i16) : [n]i16 = map2 (i16.|) xs ys

-- ==
-- entry: in_one
-- input { [21845i16, 21845i16, 0i16, -1i16, -32768i16, 6i16, -32768i16]
--         [-21846i16, 21845i16, -1i16, -1i16, 32767i16, 3i16, -1i16] }
-- output { [-1i16, 0i16, -1i16, 0i16, -1i16, 5i16, 32767i16] }
entry in_one [n] (xs: [n]i16) (ys: [n]i16) : [n]i16 = map2 (i16.^) xs ys

-- ==
-- entry: inverted
-- input { [0i16, 1i16, 21845i16, -1i16, -32768i16, 32767i16, 100i16] }
-- output { [-1i16, -2i16, -21846i16, 0i16, 32767i16, -32768i16, -101i16] }
entry inverted [n] (xs: [n]i16) : [n]i16 = map i16.not xs

-- ==
-- entry: up
-- input { [1i16, 1i16, 1i16, -1i16, -1i16, -1i16, -32768i16, -32768i16, 32767i16, 32767i16,
--          21845i16]
--         [0i16, 1i16, 15i16, 1i16, 15i16, 0i16, 1i16, 15i16, 1i16, 15i16, 2i16] }
-- output { [1i16, 2i16, -32768i16, -2i16, -32768i16, -1i16, 0i16, 0i16, -2i16, -32768i16,
--           21844i16] }
entry up [n] (xs: [n]i16) (ys: [n]i16) : [n]i16 = map2 (i16.<<) xs ys

-- Copies of the sign come in.
-- ==
-- entry: down
-- input { [1i16, 1i16, 1i16, -1i16, -1i16, -1i16, -32768i16, -32768i16, 32767i16, 32767i16,
--          21845i16]
--         [0i16, 1i16, 15i16, 1i16, 15i16, 0i16, 1i16, 15i16, 1i16, 15i16, 2i16] }
-- output { [1i16, 0i16, 0i16, -1i16, -1i16, -1i16, -16384i16, -1i16, 16383i16, 0i16, 5461i16] }
entry down [n] (xs: [n]i16) (ys: [n]i16) : [n]i16 = map2 (i16.>>) xs ys

-- ==
-- entry: down_with_zeros
-- input { [1i16, 1i16, 1i16, -1i16, -1i16, -1i16, -32768i16, -32768i16, 32767i16, 32767i16,
--          21845i16]
--         [0i16, 1i16, 15i16, 1i16, 15i16, 0i16, 1i16, 15i16, 1i16, 15i16, 2i16] }
-- output { [1i16, 0i16, 0i16, 32767i16, 1i16, -1i16, 16384i16, 1i16, 16383i16, 0i16, 5461i16] }
entry down_with_zeros [n] (xs: [n]i16) (ys: [n]i16) : [n]i16 = map2 (i16.>>>) xs ys

-- By the number of bits or more: all of them leave. Futhark leaves this open.
-- ==
-- entry: far_up
-- input { [1i16, 1i16, 1i16, 1i16, 1i16, -1i16, -1i16, -1i16, -1i16, -1i16, -32768i16, -32768i16,
--          -32768i16, -32768i16, -32768i16]
--         [16i16, 17i16, 32767i16, -1i16, -32768i16, 16i16, 17i16, 32767i16, -1i16, -32768i16,
--          16i16, 17i16, 32767i16, -1i16, -32768i16] }
-- output { [0i16, 0i16, 0i16, 0i16, 0i16, 0i16, 0i16, 0i16, 0i16, 0i16, 0i16, 0i16, 0i16, 0i16,
--           0i16] }
entry far_up [n] (xs: [n]i16) (ys: [n]i16) : [n]i16 = map2 (i16.<<) xs ys

-- ==
-- entry: far_down
-- input { [1i16, 1i16, 1i16, 1i16, 1i16, -1i16, -1i16, -1i16, -1i16, -1i16, -32768i16, -32768i16,
--          -32768i16, -32768i16, -32768i16]
--         [16i16, 17i16, 32767i16, -1i16, -32768i16, 16i16, 17i16, 32767i16, -1i16, -32768i16,
--          16i16, 17i16, 32767i16, -1i16, -32768i16] }
-- output { [0i16, 0i16, 0i16, 0i16, 0i16, -1i16, -1i16, -1i16, -1i16, -1i16, -1i16, -1i16, -1i16,
--           -1i16, -1i16] }
entry far_down [n] (xs: [n]i16) (ys: [n]i16) : [n]i16 = map2 (i16.>>) xs ys

-- ==
-- entry: far_down_with_zeros
-- input { [1i16, 1i16, 1i16, 1i16, 1i16, -1i16, -1i16, -1i16, -1i16, -1i16, -32768i16, -32768i16,
--          -32768i16, -32768i16, -32768i16]
--         [16i16, 17i16, 32767i16, -1i16, -32768i16, 16i16, 17i16, 32767i16, -1i16, -32768i16,
--          16i16, 17i16, 32767i16, -1i16, -32768i16] }
-- output { [0i16, 0i16, 0i16, 0i16, 0i16, 0i16, 0i16, 0i16, 0i16, 0i16, 0i16, 0i16, 0i16, 0i16,
--           0i16] }
entry far_down_with_zeros [n] (xs: [n]i16) (ys: [n]i16) : [n]i16 = map2 (i16.>>>) xs ys

-- ==
-- entry: ones
-- input { [0i16, 1i16, 21845i16, -1i16, -32768i16, 32767i16, 100i16] }
-- output { [0i32, 1i32, 8i32, 16i32, 1i32, 15i32, 3i32] }
entry ones [n] (xs: [n]i16) : [n]i32 = map i16.popc xs

-- All bits of zero lead.
-- ==
-- entry: leading_zeros
-- input { [0i16, 1i16, 21845i16, -1i16, -32768i16, 32767i16, 100i16] }
-- output { [16i32, 15i32, 1i32, 0i32, 0i32, 1i32, 9i32] }
entry leading_zeros [n] (xs: [n]i16) : [n]i32 = map i16.clz xs

-- And all trail.
-- ==
-- entry: trailing_zeros
-- input { [0i16, 1i16, 21845i16, -1i16, -32768i16, 32767i16, 100i16] }
-- output { [16i32, 0i32, 0i32, 0i32, 15i32, 0i32, 2i32] }
entry trailing_zeros [n] (xs: [n]i16) : [n]i32 = map i16.ctz xs

-- ==
-- entry: width
-- input {  }
-- output { 16i32 }
entry width : i32 = i16.num_bits

-- ==
-- entry: one_bit
-- input { [0i32, 0i32, 15i32, 15i32, 15i32, 1i32, 2i32, 14i32]
--         [1i16, 2i16, -1i16, 32767i16, -32768i16, 21845i16, 21845i16, 32767i16] }
-- output { [1i32, 0i32, 1i32, 0i32, 1i32, 0i32, 1i32, 1i32] }
entry one_bit [n] (bits: [n]i32) (xs: [n]i16) : [n]i32 = map2 i16.get_bit bits xs

-- ==
-- entry: set
-- input { [0i32, 0i32, 0i32, 15i32, 15i32, 15i32, 15i32, 3i32, 2i32]
--         [0i16, 1i16, 1i16, 0i16, -1i16, -32768i16, -32768i16, 21845i16, 21845i16]
--         [1i32, 1i32, 0i32, 1i32, 0i32, 0i32, 1i32, 1i32, 0i32] }
-- output { [1i16, 1i16, 0i16, -32768i16, 32767i16, 0i16, -32768i16, 21853i16, 21841i16] }
entry set [n] (bits: [n]i32) (xs: [n]i16) (to: [n]i32) : [n]i16 = map3 i16.set_bit bits xs to

-- Of the product, which is exact.
-- ==
-- entry: upper_halves
-- input { [32767i16, -32768i16, -32768i16, -1i16, -1i16, 256i16, 24576i16, 0i16]
--         [32767i16, -32768i16, 32767i16, 1i16, -1i16, 128i16, 5i16, 32767i16] }
-- output { [16383i16, 16384i16, -16384i16, -1i16, 0i16, 0i16, 1i16, 0i16] }
entry upper_halves [n] (xs: [n]i16) (ys: [n]i16) : [n]i16 = map2 i16.mul_hi xs ys

-- The sum wraps around.
-- ==
-- entry: upper_halves_added_to
-- input { [32767i16, -32768i16, -32768i16, -1i16, -1i16, 256i16, 24576i16, 0i16]
--         [32767i16, -32768i16, 32767i16, 1i16, -1i16, 128i16, 5i16, 32767i16]
--         [1i16, 32767i16, -32768i16, 1i16, -1i16, 32767i16, -32768i16, 32767i16] }
-- output { [16384i16, -16385i16, 16384i16, 0i16, -1i16, 32767i16, -32767i16, 32767i16] }
entry upper_halves_added_to [n] (xs: [n]i16) (ys: [n]i16) (zs: [n]i16) : [n]i16 =
  map3 i16.mad_hi xs ys zs

-- Zero has a sign, which equality ignores and division shows.

-- ==
-- entry: signs
-- input { 0.0f16 } output { true f16.inf -f16.inf }
entry signs (x: f16) = (x == -x, 1 / x, 1 / -x)

-- Which sums and products are -0?
-- ==
-- entry: negative_zero
-- input { 0.0f16 }
-- output { [true, false, false, true, true, false, true] }
entry negative_zero (x: f16) =
  let y = -x
  in map (\z -> f16.to_bits z != 0) [y, x + y, y - y, y + y, x * y, y * y, y - x]

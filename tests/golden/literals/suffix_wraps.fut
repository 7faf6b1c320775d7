-- A number whose type is written wraps around when it does not fit, and a warning tells.
-- ==
-- warning: 255i8 is out of bounds: it wraps around to -1
-- warning: 300u8 is out of bounds: it wraps around to 44
-- input { } output { -1i8 44u8 -9223372036854775808i64 0u64 127i8 }
def main =
  (255i8, 300u8, 9223372036854775808i64, 18446744073709551616u64, -129i8)

-- In patterns too.
-- ==
-- entry: matched
-- input { [-1i8, 1i8] } output { [true, false] }
entry matched = map (\(x: i8) -> match x case 255i8 -> true case _ -> false)

-- The lowest number fits once it is negated: no warning would be due.
-- ==
-- entry: lowest
-- input { } output { -128i8 }
entry lowest = -128i8

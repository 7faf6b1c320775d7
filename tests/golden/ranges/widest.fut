-- The distance from end to end may exceed the type.
-- ==
-- input { } output { 256i64 -128i8 127i8 [-128i8, 72i8 ] }
def main =
  let a = -128i8...127
  in (length a, a[0], a[255], -128i8..72i8...127)

-- A string is an array of bytes, on the way in and out.
-- ==
-- input { "" "a\nb" "ü" } output { empty([0]u8) [97u8, 10u8, 98u8] [195u8, 188u8] }
-- input { "x" [121u8] "z" } output { "x" "y" "z" }
entry main (a: []u8) (b: []u8) (c: []u8) = (a, b, c)

-- ==
-- error: may not contain an apostrophe
entry main' (x: i32) = x

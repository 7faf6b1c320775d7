-- ==
-- input {
--   [1, -- the first
--    2] -- all
-- }
-- output { 3 }
entry main (xs: []i32) = i32.sum xs

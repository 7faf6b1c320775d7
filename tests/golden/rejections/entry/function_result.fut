-- ==
-- error: :3:7-.*higher-order
entry main (x: i32) = {f = \y -> x + y}

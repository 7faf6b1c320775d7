-- ==
-- error: :3:7-.*higher-order
entry main (f: i32 -> i32) = f 1

-- ==
-- error: :3:27-.*function
def main (x: i32) = (loop f = \y -> y for i < 3i32 do (\y -> f y + 1)) x

-- ==
-- error: wrong.fut:4:42-45

def wrong (x: bool) : i32 = i32.bool x + true

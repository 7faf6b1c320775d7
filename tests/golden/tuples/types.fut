-- Parts of different types, tuples among them.
-- ==
-- input { } output { 1i8 true 2.5f32 [1, 2] 3u64 }
def main : (i8, (bool, f32), []i32, {0: u64}) = (1, (true, 2.5), [1, 2], {0 = 3})

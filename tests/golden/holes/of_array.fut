-- ==
-- input { true } error: [Hh]ole
-- input { false } output { [1, 2] }
def main (b: bool) : []i32 = if b then ??? else [1, 2]

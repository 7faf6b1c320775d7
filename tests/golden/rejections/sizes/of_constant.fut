-- ==
-- error: "d" is an unknown size of "big"
def big : []i32 = filter (> 1) [1, 2, 3]
def three : [3]i32 = big

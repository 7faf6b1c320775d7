-- ==
-- error: do not match
def big : []i32 = filter (> 1) [1, 2, 3]
def small : []i32 = filter (< 3) [1, 2, 3]
def main (k: i32) = map2 (\x y -> x + y + k) big small

-- A function that is given one that chooses sizes may not count on one that keeps them.
-- ==
-- error: :6:35-.*do not match
def with_choosing (f: ([2]i32 -> []i32) -> i64) = f (filter (> 1))

def main (k: i64) = with_choosing (\(g: [2]i32 -> [2]i32) -> k + length (g [1, 2]))

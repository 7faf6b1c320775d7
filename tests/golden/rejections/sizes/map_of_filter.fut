-- ==
-- error: :3:31-.*Cannot apply
def main (xss: [][]i32) = map (filter (> 0)) xss

-- ==
-- error: :3:25-.*Cannot apply
def main (x: i32) = map (\k -> {f = (+ k)}) [1, 2]

-- ==
-- error: :3:42-.*Cannot apply
def main (is: []i64) = hist (+) 0.5 3 is is

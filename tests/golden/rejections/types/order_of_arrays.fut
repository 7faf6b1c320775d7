-- ==
-- error: :3:23-.*Cannot apply
def main (a: []i32) = a <= a

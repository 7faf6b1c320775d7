-- ==
-- error: :3:24-.*Cannot index into value of type
def main (xs: []i32) = (zip3 xs xs)[0]

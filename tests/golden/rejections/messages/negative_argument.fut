-- ==
-- error: :3:21-.*put in parentheses
def main (x: i32) = i32.abs -x

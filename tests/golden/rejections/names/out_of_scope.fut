-- ==
-- error: :3:40-.*"y"
def main (x: i32) = (let y = x in y) + y

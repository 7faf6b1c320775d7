-- ==
-- error: :3:38-.*Loop condition
def main (n: i32) = loop x = n while x do x - 1

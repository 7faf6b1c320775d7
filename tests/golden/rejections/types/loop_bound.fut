-- ==
-- error: :3:40-.*Loop bound
def main (x: f64) = loop s = 0 for i < x do s + 1

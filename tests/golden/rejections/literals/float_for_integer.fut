-- ==
-- error: :3:25-.*1[.]5
def main (x: i32) = x + 1.5

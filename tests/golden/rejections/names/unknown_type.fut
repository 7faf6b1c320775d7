-- ==
-- error: :3:14-.*"number"
def main (x: number) = x

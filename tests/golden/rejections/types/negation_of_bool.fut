-- ==
-- error: :3:23-.*Cannot apply
def main (b: bool) = -b

-- ==
-- error: :3:28-.*Cannot apply
def main = map2 (+) [1, 2] [1, 2, 3]

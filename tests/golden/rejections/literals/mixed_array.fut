-- ==
-- error: :3:16-.*true
def main = [1, true]

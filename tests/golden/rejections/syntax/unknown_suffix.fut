-- ==
-- error: :3:13-.*Unknown name
def main = 1u128

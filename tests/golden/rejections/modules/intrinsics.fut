-- ==
-- error: :3:12-.*intrinsics
module m = intrinsics
def main = 1

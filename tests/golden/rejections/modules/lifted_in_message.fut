-- ==
-- error: :3:12-.*type~ f = i32.*which is a size-lifted type
module m : { type f } = { type~ f = i32 }
def main = 1

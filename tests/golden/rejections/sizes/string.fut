-- ==
-- error: :3:20-.*Function body does not have expected type
def main : [4]u8 = "abc"

-- ==
-- error: :3:28-.*Function body does not have expected type
def main (x: i32) : bool = x

-- A parameter without * stays with the caller.
-- ==
-- error: Consuming.*"xs".*not consumable

def main (xs: []i32): []i32 = xs with [0] = 1

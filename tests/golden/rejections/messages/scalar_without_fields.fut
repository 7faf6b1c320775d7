-- Nor has what is known to be one.
-- ==
-- error: i32 is no record: it has no field a\.
def main (x: i32) = x.a

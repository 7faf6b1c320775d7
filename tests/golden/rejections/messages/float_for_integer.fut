-- The type that is there is named first.
-- ==
-- error: Actual:   float.A float is not an integer\.
def main = 1 << 2.0

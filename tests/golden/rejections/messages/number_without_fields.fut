-- Numbers have no fields.
-- ==
-- error: A number is no record: it has no field a\.
def main x = x.a + x

-- Fields are not indexed.
-- ==
-- error: A string is no index\..*Hint: a field of a record p is p\.x
def main (p: {a: f64}) = p["a"]

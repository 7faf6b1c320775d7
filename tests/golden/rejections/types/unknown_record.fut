-- A field of what is not known to be a record.
-- ==
-- error: :4:7-.*Type is ambiguous
def f r = r.a
def main (x: i32) = f {a = x}

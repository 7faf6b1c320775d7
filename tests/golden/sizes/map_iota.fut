-- Rows of a map have one length.
-- ==
-- error: anonymous sizes

def main (ns: []i64) = map iota ns

-- ==
-- error: aliased to "x"
def main (x: (*[]i64, []i64)) : *[]i64 = x.1

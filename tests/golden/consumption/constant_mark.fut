-- A constant belongs to nobody.
-- ==
-- error: constant

def table: *[3]i32 = [1i32, 2, 3]
def main = table[0]

-- An operator that begins with ! binds like !=.
-- ==
-- input { 3 4 } output { true }
def (!*) (a: i32) (b: i32) = a * b == 12
def main (a: i32) (b: i32) = a !* b && true

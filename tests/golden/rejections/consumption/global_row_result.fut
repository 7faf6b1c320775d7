-- ==
-- error: :4:5-.*Function result aliases the free variable
def table : [2][2]i32 = [[1, 2], [3, 4]]
def f (i: i64) = table[i]
def main (i: i64) = f i

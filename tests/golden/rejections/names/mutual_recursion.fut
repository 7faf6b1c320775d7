-- ==
-- error: :3:53-.*"odd"
def even (x: i32) : bool = if x == 0 then true else odd (x - 1)
def odd (x: i32) : bool = if x == 0 then false else even (x - 1)
def main (x: i32) = even x

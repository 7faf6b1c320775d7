-- A size may not bind a name, at any depth; the message says so.
-- ==
-- error: Size expression "\[length \(map \(\\x -> x\) xs\)\]" is an invalid size: it binds names
def main (xs: []i32) : [length (map (\x -> x) xs)]i32 = xs

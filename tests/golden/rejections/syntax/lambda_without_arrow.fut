-- ==
-- error: :3:34-.*Unexpected token: .\+
def main (xs: []i32) = map (\x x + 1) xs

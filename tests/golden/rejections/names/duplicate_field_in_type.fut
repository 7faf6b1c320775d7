-- ==
-- error: :3:19-.*Duplicate record fields
type t = {a: i32, a: bool}
def main = 1

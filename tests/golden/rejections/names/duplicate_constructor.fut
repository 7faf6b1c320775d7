-- ==
-- error: :3:20-.*Duplicate constructors
type t = #a | #b | #a
def main = 1

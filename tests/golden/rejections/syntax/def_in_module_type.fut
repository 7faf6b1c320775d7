-- ==
-- error: :3:20-.*Unexpected token: .def
module type mt = { def x : i32 = 1 }
def main = 1

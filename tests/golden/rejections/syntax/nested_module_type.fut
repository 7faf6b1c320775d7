-- A module type may not be specified in one.
-- ==
-- error: :4:27-.*Unexpected token: .type
module type mt = { module type inner = { val x : i32 } }
def main = 1

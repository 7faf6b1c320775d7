-- ==
-- error: :4:12-.*Unknown module
module type mt = { val x : i32 }
module m = mt
def main = 1

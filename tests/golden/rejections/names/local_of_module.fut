-- ==
-- error: :4:12-.*Unknown name
module m = { local def hidden : i32 = 1 }
def main = m.hidden

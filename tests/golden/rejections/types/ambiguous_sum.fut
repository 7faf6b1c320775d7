-- Of what type is #a?
-- ==
-- error: :4:29-.*Type is ambiguous
def main (x: i32) = let y = #a x in x

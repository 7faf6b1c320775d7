-- ==
-- error: :4:34-.*Cannot apply
type t = #a i32 | #b
def make (xs: []i32) : []t = map #a xs
def main (x: i32) = x

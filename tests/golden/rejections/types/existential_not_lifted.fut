-- A type with an unknown size needs type~.
-- ==
-- error: :4:6-.*Non-lifted type abbreviations may not use existential sizes in their definition
type t = []i32
def main (x: i32) = x

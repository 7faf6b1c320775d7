-- An update keeps the type of the field.
-- ==
-- error: :6:18-.*New value does not have the type of record field
def main (x: i32) =
  let r = {a = x}
  in (r with a = true).a

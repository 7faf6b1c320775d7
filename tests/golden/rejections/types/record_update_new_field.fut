-- ==
-- error: :5:13-.*b
def main (x: i32) =
  let r = {a = x}
  in r with b = x

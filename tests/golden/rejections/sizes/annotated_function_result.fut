-- A function that chooses its result's size is not one that gives three elements.
-- ==
-- error: Sizes "3" and "d" do not match
def on (g: [3]i64 -> []i64) =
  let f: [3]i64 -> [3]i64 = g
  in f [1, 2, 3]

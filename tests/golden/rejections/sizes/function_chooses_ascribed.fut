-- ==
-- error: :3:30-.*Sizes "2" and "d" do not match
def two : [2]i32 -> [2]i32 = filter (> 1)

-- ==
-- error: :5:28-.*Sizes "2" and "d" do not match
def on_two (f: [2]i32 -> [2]i32) = f [1, 2]

def main (k: i32) = on_two (filter (> k))

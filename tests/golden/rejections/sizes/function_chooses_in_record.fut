-- ==
-- error: record field "f"
def on_two (r: {f: [2]i32 -> [2]i32}) = r.f [1, 2]
def main (k: i32) = on_two {f = filter (> k)}

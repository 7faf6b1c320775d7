-- ==
-- error: Sizes "ap \(\.a\[0\]\) r" and "ap \(\.a\[1\]\) r" do not match
def ap f (x: {a: [2]i64}) : i64 = f x
def main (r: {a: [2]i64}) = zip (iota (ap (.a[0]) r)) (iota (ap (.a[1]) r))

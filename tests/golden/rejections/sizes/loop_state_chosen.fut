-- ==
-- error: Sizes "n" and "d" do not match
def on '~a (x: a) (f: a -> a) : a = f x
def main (xs: []i32) = loop ys = xs for _i < 3 do on ys (filter (> 0))

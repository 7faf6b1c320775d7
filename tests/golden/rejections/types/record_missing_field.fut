-- ==
-- error: :4:23-.*Cannot apply
def f (r: {a: i32, b: i32}) = r.a
def main (x: i32) = f {a = x}

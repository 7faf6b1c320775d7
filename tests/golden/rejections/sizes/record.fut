-- ==
-- error: :4:14-.*Cannot apply
def f [n] (r: {a: [n]i32, b: [n]i32}) = n
def main = f {a = [1], b = [1, 2]}

-- ==
-- error: :3:10-.*Parameter
def f 'a 'a (x: a) = x
def main = f 1

-- ==
-- error: :3:19-.*"a"
def f 'a (x: a) = a
def main = 1

-- ==
-- error: :3:14-.*Unknown type
def id t (x: t) : t = x
def main = id 1

-- ==
-- error: :3:13-.*[Oo]ccurs
def f x = x x
def main (x: i32) = x

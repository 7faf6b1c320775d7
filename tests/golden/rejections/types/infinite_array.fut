-- ==
-- error: :3:11-.*[Oo]ccurs
def f x = if true then x else [x]
def main (x: i32) = x

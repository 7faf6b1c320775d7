-- ==
-- error: :4:32-.*Cannot apply
def eat (xs: *[2]i32) = xs with [0] = 1
def main (xss: [][2]i32) = map eat xss

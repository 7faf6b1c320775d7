-- ==
-- error: :3:34-.*Cannot apply
def main (xss: [][]i32) = reduce (++) [] xss

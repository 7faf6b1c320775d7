-- ==
-- error: A comment begins with
// a comment
def main = 3

-- A program without blocks is checked, no more.
def main (x: i32) = x / 0

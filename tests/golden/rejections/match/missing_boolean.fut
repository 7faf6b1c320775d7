-- ==
-- error: :3:22-.*Unmatched.*false
def main (b: bool) = match b case true -> 1

-- As in every pattern.
-- ==
-- error: :4:31-.*"&&" may not be redefined
def main = match (i32.+) case (&&) -> 1i32

-- A function keeps the sizes it says.
-- ==
-- error: "n \* 2"|do not match

def apply (f: (n: i64) -> [n]bool) (k: i64): [k]bool = f k
def main = apply (\n -> replicate (n * 2) true) 4

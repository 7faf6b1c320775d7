-- Roman numerals are for those who like them.
-- ==
-- input { } output { 14 2026 4i64 }
def main = (0rXIV, 0rMMXXVI, 0rIVi64)

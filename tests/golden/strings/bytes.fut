-- A string is its bytes in UTF-8.
-- ==
-- input { } output { [104u8, 105u8] [195u8, 169u8] [226u8, 130u8, 172u8] }
def main = ("hi", "é", "€")

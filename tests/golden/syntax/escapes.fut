-- In strings and characters a backslash begins an escape.
-- ==
-- input { } output { [10u8, 9u8] 10 [34u8] 39 }
def main = ("\n\t", '\n', "\"", '\'')

-- Strings are arrays, which have no order.
-- ==
-- error: Expected: number or bool.*Hint: arrays have no order
def main = "a" < "b"

-- ==
-- error: Consuming variable "xs", which is not consumable
def clears (a: *[2]i64) : bool = let a[0] = 77 in a[0] > 100
def main (xs: *[2]i64) : [2]i64 = loop xs while clears xs do [1, 2]

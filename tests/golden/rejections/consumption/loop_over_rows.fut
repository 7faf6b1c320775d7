-- ==
-- error: Consuming variable "x", which is not consumable
def main (xss: [][]i64) = loop s = 0 for (x: *[]i64) in xss do let x[0] = 99 in s + x[0]

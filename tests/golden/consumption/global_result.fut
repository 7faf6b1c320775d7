-- A result may not alias a definition.
-- ==
-- error: aliases the free variable "table"

def table = [1i32, 2, 3]
def pick (i: i64) = table[i:]
def main = length (pick 1)

-- A definition is not consumable.
-- ==
-- error: "table".*not consumable

def table = [1i32, 2, 3]
def main: []i32 = table with [1] = 5

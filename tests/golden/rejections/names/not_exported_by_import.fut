-- What a file imports, it does not give on.
-- ==
-- error: :5:21-.*"square"
import "../../imports/lib/fourth"
def main (x: i32) = square x

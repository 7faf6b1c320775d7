-- ==
-- error: :4:21-.*"hidden"
import "../../imports/lib/square"
def main (x: i32) = hidden x

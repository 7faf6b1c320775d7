-- ==
-- error: :3:1-.*[Cc]ycle
import "cycle_of_two"
def main = 1

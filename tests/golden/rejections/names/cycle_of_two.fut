-- ==
-- error: :3:1-.*[Cc]ycle
import "cycle_of_two_back"
def main = 1

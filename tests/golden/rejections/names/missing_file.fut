-- ==
-- error: :3:1-.*no_such_file
import "no_such_file"
def main = 1

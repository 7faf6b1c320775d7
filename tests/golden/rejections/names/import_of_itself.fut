-- ==
-- error: :3:1-.*[Cc]yc
import "import_of_itself"
def main = 1

-- An abstract type of another file is abstract here, too.
-- ==
-- error: :5:12-.*Cannot apply
import "../../imports/lib/counter"
def main = counter.start 1 + 1

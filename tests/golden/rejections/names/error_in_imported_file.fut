-- The place of the error is in the other file.
-- ==
-- error: unknown_variable[.]fut:3:25
import "unknown_variable"
def main = 1

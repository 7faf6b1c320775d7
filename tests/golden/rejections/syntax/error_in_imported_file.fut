-- ==
-- error: two_operators[.]fut:3:25
import "two_operators"
def main = 1

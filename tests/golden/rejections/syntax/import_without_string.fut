-- ==
-- error: :3:8-.*Unexpected token: .lib
import lib
def main = 1

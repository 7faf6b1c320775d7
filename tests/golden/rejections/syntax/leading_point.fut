-- A number begins with a digit.
-- ==
-- error: :4:12-.*Unexpected token: .\.
def main = .5

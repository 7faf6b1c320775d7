-- ==
-- error: :3:15-.*Condition
def main = if 'a' then 1 else 2

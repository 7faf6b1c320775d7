-- ==
-- error: :3:19-.*Array element does not have expected type
def main = [1i32, 2i64]

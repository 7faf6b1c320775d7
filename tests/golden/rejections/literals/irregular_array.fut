-- Rows of one array have one length.
-- ==
-- error: :4:21-.*Array element does not have expected type
def main = [[1, 2], [3]]

-- The elements of an array have one shape.
-- ==
-- error: "2" and "3" do not match

def main = [[1, 2], [3, 4, 5]]

-- What has no elements is no array.
-- ==
-- error: with 1 index: it is no array\.
def main (x: i32) = x[0]

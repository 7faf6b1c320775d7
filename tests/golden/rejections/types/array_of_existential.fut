-- ==
-- error: :3:14-.*Cannot create array with elements of lifted type
def main (x: [2](?[n].[n]i32)) = x[0]

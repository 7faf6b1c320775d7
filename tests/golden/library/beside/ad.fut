-- A file of this name beside the program goes before the library.
def grad (x: i32) : i32 = x + 1

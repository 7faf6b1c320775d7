-- | Small functions for putting functions together.

-- | The value on the left passed to the function on the right, so that a pipeline reads from left
-- to right: `xs |> map f |> reduce (+) 0`. Unlike `<|`, it is fit for values whose size is known
-- only when the program runs: `filter p xs |> length`.
def (|>) '^a '^b (x: a) (f: a -> b) : b = f x

-- | The function on the left applied to everything on its right: saves a pair of parentheses. The
-- function is checked first; so the argument's size must not be one that the argument itself
-- brings (`filter`): there `|>` is at its place.
def (<|) '^a '^b (f: a -> b) (x: a) : b = f x

-- | First the left function, then the right one. What passes between them must not have a size of
-- its own, as the result of `filter` does.
def (>->) '^a '^b '^c (f: a -> b) (g: b -> c) (x: a) : c = g (f x)

-- | First the right function, then the left one, as in mathematics. What passes between them must
-- not have a size of its own, as the result of `filter` does.
def (<-<) '^a '^b '^c (g: b -> c) (f: a -> b) (x: a) : c = g (f x)

-- | A function with its two arguments exchanged: `flip f x y` is `f y x`.
def flip '^a '^b '^c (f: a -> b -> c) (b: b) (a: a) : c = f a b

-- | A function of a pair as a function of two arguments: `curry f x y` is `f (x, y)`.
def curry '^a '^b '^c (f: (a, b) -> c) (a: a) (b: b) : c = f (a, b)

-- | A function of two arguments as a function of a pair: `uncurry f (x, y)` is `f x y`.
def uncurry '^a '^b '^c (f: a -> b -> c) (ab: (a, b)) : c = f ab.0 ab.1

-- | Always the first argument, whatever the second is.
def const '^a '^b (x: a) (_: b) : a = x

-- | The argument itself.
def id '^a (x: a) : a = x

-- | `f` applied `n` times, beginning with `x`; not at all when `n` is 0 or less. Sequential.
def iterate 'a (n: i32) (f: a -> a) (x: a) : a =
  loop y = x for _i < n do f y

-- | `f` applied until the value satisfies `p`; `x` itself if it does so already. Sequential; it
-- goes on for ever if no value does.
def iterate_until 'a (p: a -> bool) (f: a -> a) (x: a) : a =
  loop y = x while !(p y) do f y

-- | `f` applied for as long as the value satisfies `p`; `x` itself if it does not. Sequential; it
-- goes on for ever if every value does.
def iterate_while 'a (p: a -> bool) (f: a -> a) (x: a) : a =
  loop y = x while p y do f y

-- Nothing here.

-- Not even this says anything.

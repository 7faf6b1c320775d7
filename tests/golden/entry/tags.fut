-- Tags before a case are passed over.
-- ==
-- tags { fast arrays }
-- nobench input { 1 } output { 2 }
-- no_such_tag another input { 2 } output { 3 }
entry main (x: i32) = x + 1

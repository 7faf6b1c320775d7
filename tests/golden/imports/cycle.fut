-- ==
-- error: Import cycle: .*lib/cycle/one.fut -> .*lib/cycle/two.fut -> .*lib/cycle/one.fut\.

import "lib/cycle/one"

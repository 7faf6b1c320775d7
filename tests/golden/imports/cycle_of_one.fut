-- ==
-- error: Import cycle: .*cycle_of_one.fut -> .*lib/cycle/back.fut -> .*cycle_of_one.fut\.

import "lib/cycle/back"

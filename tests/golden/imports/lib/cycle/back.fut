-- ==
-- error: Import cycle

import "../../cycle_of_one"

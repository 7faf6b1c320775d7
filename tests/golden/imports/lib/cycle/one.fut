-- ==
-- error: Import cycle

import "two"

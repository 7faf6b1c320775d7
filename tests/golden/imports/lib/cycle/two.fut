-- ==
-- error: Import cycle

import "one"

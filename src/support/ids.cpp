#include "support/ids.hpp"

#include "support/diagnostic.hpp"

namespace laguz::support {

void out_of_ids() {
  throw UserError(Phase::usage, {}, "this session has given out all its ids: start another one.");
}

}  // namespace laguz::support

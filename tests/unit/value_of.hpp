// What an expression of the prelude's scope gives, as text.
#pragma once

#include <cstdint>
#include <string>

#include "driver/session.hpp"
#include "runtime/value_text.hpp"

namespace laguz_test {

/// In a session of its own. [loop_states]: bytes that a loop keeps; 0: as many as always. Throws
/// UserError.
inline std::string value_of(const std::string& expression, laguz::eval::Tier tier,
                            std::int64_t loop_states = 0) {
  laguz::driver::SessionOptions options;
  options.eval.tier = tier;
  if (loop_states > 0) options.eval.loop_states = loop_states;
  laguz::driver::Session session(options);
  const auto def = session.expression(session.prelude(), "t", expression);
  std::string out;
  for (const auto& value : session.call(session.prepare(*def), {}))
    out += laguz::runtime::print(value, laguz::runtime::Style::human);
  return out;
}

}  // namespace laguz_test

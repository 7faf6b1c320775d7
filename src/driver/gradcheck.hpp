// What a check of derivatives has found, in words.
#pragma once

#include <string>

#include "engine/gradient_check.hpp"

namespace laguz::driver {

/// A line for each argument, and more for what does not agree. Ends with a newline.
std::string gradient_check_text(const engine::GradientCheck& check);

}  // namespace laguz::driver

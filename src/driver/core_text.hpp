// What a definition becomes, as text.
#pragma once

#include <array>
#include <string>

#include "driver/session.hpp"

namespace laguz::driver {

/// How far a definition comes, and what is shown if nobody says otherwise: what is run.
inline constexpr std::array<const char*, 4> kCoreStages{"lowered", "differentiated", "optimised",
                                                        "vcode"};
inline constexpr const char* kUsualStage = "optimised";

/// The core of [def] and of what it calls at [stage], or the vcode that is made from it.
std::string core_text(Session& session, const engine::Def& def, const std::string& stage);

}  // namespace laguz::driver

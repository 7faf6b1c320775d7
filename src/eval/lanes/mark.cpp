// Lane programs that say at which statement they are (eval/profile.hpp).
#include "eval/lanes/compiler.hpp"

namespace laguz::eval::lanes {
namespace {

/// Says where the thread is.
class Mark : public Instr {
 public:
  /// [times]: whether what is there is evaluated, in each lane.
  Mark(const Spot& spot, int times) : spot_(spot), times_(times) {}
  void run(Tile& tile) const override { spot_.profile->here().go(spot_.at, times_ * tile.alive()); }

 private:
  Spot spot_;
  int times_;
};

}  // namespace

void Compiler::next(const core::Body& body) {
  const Spot around = spot;
  const std::size_t first = scopes_.back().position;
  const auto code = static_cast<std::ptrdiff_t>(code_->size());
  const auto add_site = [&](std::size_t position) {
    return spot.profile->add(body.stms[position], around.at);
  };
  if (spot.profile != nullptr) spot.at = add_site(first);
  if (!update_in_place(body) && !chain(body)) {
    statement(body.stms[first]);
    ++scopes_.back().position;
  }
  if (spot.profile != nullptr) {
    std::vector<Profile::Id> sites{spot.at};
    for (std::size_t p = first + 1; p < scopes_.back().position; ++p) sites.push_back(add_site(p));
    spot.at = spot.profile->add(std::move(sites));
    code_->insert(code_->begin() + code, std::make_unique<Mark>(spot, 1));
  }
  spot = around;
}

void Compiler::mark() {
  if (spot.profile != nullptr) emit<Mark>(spot, 0);
}

}  // namespace laguz::eval::lanes

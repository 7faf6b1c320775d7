// Constants of the program: evaluated once, by the host, when a lane first needs them. (What every
// iteration reads has been read before them; this is for what only a branch does.)
#include <cstring>

#include "eval/lanes/compiler.hpp"

namespace laguz::eval::lanes {
namespace {

class ReadConstant : public Instr {
 public:
  ReadConstant(core::FunId constant, ValueRefs to) : constant_(constant), to_(std::move(to)) {}
  void run(Tile& tile) const override {
    const std::vector<Value>* values = tile.constants->find(constant_);
    if (values == nullptr) throw NotEvaluated{constant_};
    for (std::size_t i = 0; i < to_.size(); ++i) {
      if (to_[i].is_array) {
        to_[i].array.put(tile, uniform_view(std::get<Array>((*values)[i])));
      } else {
        const Scalar& value = std::get<Scalar>((*values)[i]);
        std::memcpy(tile.at[to_[i].scalar.reg], &value.bits,  // low bytes first
                    static_cast<std::size_t>(to_[i].scalar.size()));
      }
    }
  }

 private:
  core::FunId constant_;
  ValueRefs to_;
};

}  // namespace

void compile(Compiler& c, const core::Call& e, const core::Binders& to) {
  ValueRefs refs;
  for (const core::Binder& binder : to) refs.push_back(c.define_value(binder));
  c.program.constants.push_back(e.function);
  c.emit<ReadConstant>(e.function, std::move(refs));
}

}  // namespace laguz::eval::lanes

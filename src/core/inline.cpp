#include <algorithm>
#include <iterator>
#include <unordered_map>

#include "core/call_sites.hpp"
#include "core/passes.hpp"
#include "core/walk.hpp"

namespace laguz::core {
namespace {

constexpr std::size_t kSmall = 40;           ///< statements of a callee that is inlined anywhere
constexpr std::size_t kOftenLimit = 4000;    ///< of one that is inlined in a lambda or a loop
constexpr std::size_t kGrowthLimit = 40000;  ///< statements added to one body

class Inliner {
 public:
  explicit Inliner(Program& program) : program_(program) {}

  bool run(Body& body) {
    in(body, false);
    return added_ > 0;
  }

 private:
  void in(Body& body, bool often) {
    if (std::none_of(body.stms.begin(), body.stms.end(), is_call)) {
      for (Stm& stm : body.stms) inside(stm, often);
      return;
    }
    std::vector<Stm> stms;
    stms.reserve(body.stms.size());
    stms.swap(body.stms);
    for (Stm& stm : stms) place(std::move(stm), body.stms, often);
  }

  static bool is_call(const Stm& stm) { return std::holds_alternative<Call>(stm.exp.node); }

  void inside(Stm& stm, bool often) {
    const bool repeated = often || std::holds_alternative<Soac>(stm.exp.node) ||
                          std::holds_alternative<Hist>(stm.exp.node) ||
                          std::holds_alternative<Loop>(stm.exp.node);
    visit(
        stm.exp, [](Atom&) {}, [&](Body& inner, Binders&) { in(inner, repeated); });
  }

  void place(Stm&& stm, std::vector<Stm>& out, bool often) {
    const auto* call = std::get_if<Call>(&stm.exp.node);
    if (call == nullptr)
      inside(stm, often);
    else if (wanted(*call, often))
      return replace(stm, *call, out, often);
    else if (program_[call->function].constant)
      return place_numbers(std::move(stm), program_[call->function].body, out);
    out.push_back(std::move(stm));
  }

  /// A call of a constant, and what of it is but numbers in its place.
  void place_numbers(Stm&& stm, const Body& constant, std::vector<Stm>& out) {
    std::vector<Stm> copies;
    for (std::size_t i = 0; i < constant.results.size(); ++i) {
      if (!constant.results[i].is_constant()) continue;
      Binder& binder = stm.binders[i];
      copies.push_back({{binder}, {Copy{constant.results[i]}}, stm.span, stm.inlined_at});
      binder = program_.names.bind(binder.type);
    }
    out.push_back(std::move(stm));
    std::move(copies.begin(), copies.end(), std::back_inserter(out));
  }

  bool wanted(const Call& call, bool often) {
    const Function& f = program_[call.function];
    if (f.recursive) return false;
    if (f.constant) {
      if (!f.body.stms.empty() || !f.has_body()) return false;
      for (const Atom& result : f.body.results)
        if (!result.is_constant()) return false;
      return true;
    }
    const std::size_t size = size_of_function(call.function);
    if (added_ + size > kGrowthLimit) return false;
    return often ? size <= kOftenLimit : size <= kSmall && !f.noinline;
  }

  void replace(const Stm& stm, const Call& call, std::vector<Stm>& out, bool often) {
    const Function& f = program_[call.function];
    added_ += size_of_function(call.function) + 1;
    Body copy = inlined(stm, f, program_.names);
    for (Stm& inner : copy.stms) place(std::move(inner), out, often);
    for (std::size_t i = 0; i < stm.binders.size(); ++i)
      out.push_back({{stm.binders[i]}, {Copy{copy.results[i]}}, stm.span, stm.inlined_at});
  }

  std::size_t size_of_function(FunId f) {
    const auto found = sizes_.find(f);
    if (found != sizes_.end()) return found->second;
    return sizes_[f] = size_of(program_[f].body);
  }

  Program& program_;
  std::unordered_map<FunId, std::size_t> sizes_;
  std::size_t added_ = 0;
};

}  // namespace

std::size_t size_of(const Body& body) {
  std::size_t size = body.stms.size();
  for (const Stm& stm : body.stms)
    visit(
        stm.exp, [](const Atom&) {},
        [&](const Body& inner, const Binders&) { size += size_of(inner); });
  return size;
}

bool inline_calls(Program& program, Body& body) { return Inliner(program).run(body); }

}  // namespace laguz::core

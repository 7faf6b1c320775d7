#include "core/session_key.hpp"

#include <algorithm>
#include <climits>
#include <utility>

#include <boost/unordered/unordered_flat_map.hpp>

#include "core/key.hpp"
#include "core/walk.hpp"
#include "support/deep_stack.hpp"

namespace laguz::core {
namespace {

/// Both halves of the product, mixed.
std::uint64_t folded(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = Wide{a} * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

std::uint64_t rotated(std::uint64_t x, int by) { return (x << by) | (x >> (64 - by)); }

/// What a digest is of, where no expression says it.
enum class Of : std::uint64_t { scalar = 1000, bound, constant, function, itself, result };

Digest digest(Of of, std::uint64_t first, std::uint64_t second) {
  Digester all;
  all.add(static_cast<std::uint64_t>(of));
  all.add(first);
  all.add(second);
  return all.end();
}

}  // namespace

void Digester::add(std::uint64_t word) {
  low_ = folded(low_ ^ word, 0xa0761d6478bd642fu) + rotated(high_, 29);
  high_ = folded(high_ ^ rotated(word, 32) ^ 0xe7037ed1a0b428dbu, 0x8ebc6af09c88c6e3u) ^ low_;
  ++count_;
}

Digest Digester::end() const {
  Digester last = *this;
  last.add(count_);
  last.add(0x589965cc75374cc3u);
  return {last.low_, last.high_};
}

Digest digest_of(const std::vector<std::uint64_t>& words) {
  Digester all;
  for (const std::uint64_t word : words) all.add(word);
  return all.end();
}

/// Reads one body, and the functions that it calls. Variables that are bound inside of expressions
/// are known by how many scopes lie around them in there, and by their place in their own.
class SessionKeys::Reader {
 public:
  /// [key]: where what does not depend on parameters is noted; null: nowhere.
  Reader(SessionKeys& keys, SessionKey* key) : keys_(keys), key_(key) {}

  Digest read(const Body& code, const Binders& params) { return body(code, params).digest; }
  void read(const Body& code) {
    for (const Stm& stm : code.stms) read(stm);
    for (const Atom& result : code.results)
      key_->results.push_back(result.is_constant() ? std::nullopt
                                                   : std::optional(value(result).digest));
  }
  bool shows() const { return shows_; }

 private:
  static constexpr int kClosed = INT_MAX;
  struct Known {
    Digest digest;
    int outermost = kClosed;  ///< of the scopes whose variables it depends on
  };

  Known value(const Atom& atom) const {
    if (atom.is_constant())
      return {core::digest(Of::scalar, static_cast<std::uint64_t>(atom.type.elem), atom.bits)};
    return vars_.at(atom.var);
  }

  Known body(const Body& code, const Binders& params) {
    support::expect_stack("A loop, branch or lambda");
    Digester all;
    int outermost = kClosed;
    scopes_ += params.empty() ? 0 : 1;
    all.add(params.size());
    for (std::size_t i = 0; i < params.size(); ++i) {
      const Type& type = params[i].type;
      all.add(static_cast<std::uint64_t>(type.elem));
      all.add(2u * type.rank + (type.acc ? 1u : 0u));
      vars_[params[i].id] = {core::digest(Of::bound, static_cast<std::uint64_t>(scopes_), i),
                             scopes_};
    }
    all.add(code.stms.size());
    for (const Stm& stm : code.stms) {
      const Known known = read(stm);
      all.add(known.digest);
      outermost = std::min(outermost, known.outermost);
    }
    for (const Atom& result : code.results) {
      const Known known = value(result);
      all.add(known.digest);
      outermost = std::min(outermost, known.outermost);
    }
    scopes_ -= params.empty() ? 0 : 1;
    return {all.end(), outermost};
  }

  Known read(const Stm& stm) {
    if (const auto* copy = std::get_if<Copy>(&stm.exp.node)) {
      const Known known = value(copy->atom);
      bind(stm.binders[0].id, known);
      return known;
    }
    const Known known = read(stm.exp);
    for (std::size_t i = 0; i < stm.binders.size(); ++i) {
      Digester one;
      one.add(static_cast<std::uint64_t>(Of::result));
      one.add(known.digest);
      one.add(i);
      bind(stm.binders[i].id, {one.end(), known.outermost});
    }
    if (notes(known) && std::holds_alternative<Assert>(stm.exp.node))
      key_->checks.emplace(&stm, known.digest);
    return known;
  }

  bool notes(const Known& known) const {
    return key_ != nullptr && sealed_ == 0 && known.outermost == kClosed;
  }
  void bind(VarId id, const Known& known) {
    vars_[id] = known;
    if (notes(known)) key_->values.emplace(id, known.digest);
  }

  Known read(const Exp& exp) {
    // What depends on nothing around it is the same as if nothing were.
    const bool alone = scopes_ > 0 && has_scopes(exp) && is_closed(exp);
    const int around = std::exchange(scopes_, alone ? 0 : scopes_);
    const bool seals = std::holds_alternative<Diff>(exp.node);
    sealed_ += seals ? 1 : 0;
    Digester all;
    int outermost = kClosed;
    words_.clear();
    append_fields(words_, exp, keys_.program_);
    for (const std::uint64_t word : words_) all.add(word);
    if (const auto* call = std::get_if<Call>(&exp.node)) all.add(callee(call->function));
    shows_ = shows_ || std::holds_alternative<Trace>(exp.node);
    const auto add = [&](const Known& part) {
      all.add(part.digest);
      outermost = std::min(outermost, part.outermost);
    };
    visit(
        exp, [&](const Atom& atom) { add(value(atom)); },
        [&](const Body& inner, const Binders& params) { add(body(inner, params)); });
    sealed_ -= seals ? 1 : 0;
    const Known known{all.end(), outermost > scopes_ ? kClosed : outermost};
    scopes_ = around;
    return known;
  }

  static bool has_scopes(const Exp& exp) {
    bool any = false;
    visit(
        exp, [](const Atom&) {},
        [&](const Body&, const Binders& params) { any = any || !params.empty(); });
    return any;
  }
  bool is_closed(const Exp& exp) const {
    for (const Binder& free : free_variables(exp))
      if (vars_.at(free.id).outermost != kClosed) return false;
    return true;
  }

  Digest callee(FunId id) {
    const Function& function = keys_.program_[id];
    if (function.constant) {
      if (keys_.constants_.insert(id).second) keys_.met_.push_back(id);
      return core::digest(Of::constant, id, 0);
    }
    if (const auto known = keys_.functions_.find(id); known != keys_.functions_.end()) {
      shows_ = shows_ || !known->second;
      return known->second.value_or(Digest{});
    }
    if (std::find(open_.begin(), open_.end(), id) != open_.end()) {
      ++cycles_;
      return core::digest(Of::itself, id, 0);
    }
    support::expect_stack("A call of a function that calls others");
    const std::size_t first = finished_.size(), cycles = cycles_;
    const bool before = std::exchange(shows_, false);
    SessionKey* const key = std::exchange(key_, nullptr);
    auto vars = std::exchange(vars_, {});
    const int scopes = std::exchange(scopes_, 0);
    open_.push_back(id);
    Digester all;
    all.add(static_cast<std::uint64_t>(Of::function));
    all.add(body(function.body, function.params).digest);
    open_.pop_back();
    scopes_ = scopes;
    vars_ = std::move(vars);
    key_ = key;
    const Digest found = all.end();
    keys_.functions_[id] = shows_ ? std::nullopt : std::optional(found);
    // So does what calls it in turn.
    if (shows_ && cycles_ > cycles)
      for (std::size_t i = first; i < finished_.size(); ++i) keys_.functions_[finished_[i]] = {};
    finished_.push_back(id);
    shows_ = shows_ || before;
    return found;
  }

  SessionKeys& keys_;
  SessionKey* key_;
  boost::unordered_flat_map<VarId, Known> vars_;
  std::vector<std::uint64_t> words_;  ///< of one expression, for a moment
  int scopes_ = 0;
  int sealed_ = 0;  ///< what is differentiated, around
  bool shows_ = false;
  std::vector<FunId> open_, finished_;  ///< functions that are being read, and that have been
  std::size_t cycles_ = 0;              ///< calls of what is being read
};

std::optional<SessionKey> SessionKeys::of(const Body& body) {
  SessionKey key;
  Reader reader(*this, &key);
  reader.read(body);
  if (reader.shows()) return std::nullopt;
  return key;
}

std::vector<FunId> SessionKeys::take_met() { return std::exchange(met_, {}); }

void SessionKeys::keep(const std::unordered_set<FunId>& kept) {
  std::erase_if(functions_, [&](const auto& row) { return kept.count(row.first) == 0; });
  std::erase_if(constants_, [&](FunId constant) { return kept.count(constant) == 0; });
}

}  // namespace laguz::core

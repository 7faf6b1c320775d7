#include "syntax/same.hpp"

#include "syntax/fields.hpp"

namespace laguz::syntax {
namespace {

/// Compares all shapes a field can have. Expressions may be chains of any length, so pairs of them
/// wait in a list instead of on the stack.
class Comparison {
 public:
  template <class Node>
  bool run(const Node& a, const Node& b) {
    if (!equal(a, b)) return false;
    while (!waiting_.empty()) {
      const auto [left, right] = waiting_.back();
      waiting_.pop_back();
      if (!members(*left, *right)) return false;
    }
    return true;
  }

 private:
  bool equal(const ast::ExpPtr& a, const ast::ExpPtr& b) {
    if (!a || !b) return a == b;
    if (a != b) waiting_.emplace_back(a.get(), b.get());
    return true;
  }
  template <class Node>
  bool equal(const std::shared_ptr<const Node>& a, const std::shared_ptr<const Node>& b) {
    return a == b || (a && b && members(*a, *b));
  }
  template <class T>
  bool equal(const std::vector<T>& a, const std::vector<T>& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
      if (!equal(a[i], b[i])) return false;
    return true;
  }
  template <class A, class B>
  bool equal(const std::pair<A, B>& a, const std::pair<A, B>& b) {
    return equal(a.first, b.first) && equal(a.second, b.second);
  }
  template <class T>
  bool equal(const std::optional<T>& a, const std::optional<T>& b) {
    return a.has_value() == b.has_value() && (!a || equal(*a, *b));
  }
  template <class... T>
  bool equal(const std::variant<T...>& a, const std::variant<T...>& b) {
    if (a.index() != b.index()) return false;
    return std::visit(
        [&](const auto& x) { return equal(x, std::get<std::decay_t<decltype(x)>>(b)); }, a);
  }
  template <class T>
  bool equal(const T& a, const T& b) {
    if constexpr (requires { fields(a); })
      return members(a, b);
    else
      return a == b;
  }

  template <class Node>
  bool members(const Node& a, const Node& b) {
    return members(fields(a), fields(b),
                   std::make_index_sequence<std::tuple_size_v<decltype(fields(a))>>());
  }
  template <class Fields, std::size_t... i>
  bool members(const Fields& a, const Fields& b, std::index_sequence<i...>) {
    return (equal(std::get<i>(a), std::get<i>(b)) && ...);
  }

  std::vector<std::pair<const ast::Exp*, const ast::Exp*>> waiting_;
};

}  // namespace

bool same(const ast::Prog& a, const ast::Prog& b) { return Comparison().run(a, b); }
bool same(const ast::Exp& a, const ast::Exp& b) { return Comparison().run(a, b); }
bool same(const ast::TypeExp& a, const ast::TypeExp& b) { return Comparison().run(a, b); }

}  // namespace laguz::syntax

#include "check/state/unused.hpp"

#include <algorithm>
#include <unordered_map>

#include "support/governor.hpp"
#include "syntax/fields.hpp"

namespace laguz::check {
namespace {

/// Visits all that a node is made of, whatever shape its fields have; [Derived] has functions of
/// its own for the nodes that mean something to it.
template <class Derived>
class Walk {
 public:
  template <class Node>
  void operator()(const std::shared_ptr<const Node>& node) {
    if (node) derived()(*node);
  }
  template <class T>
  void operator()(const std::vector<T>& list) {
    for (const T& item : list) derived()(item);
  }
  template <class A, class B>
  void operator()(const std::pair<A, B>& both) {
    derived()(both.first);
    derived()(both.second);
  }
  template <class T>
  void operator()(const std::optional<T>& item) {
    if (item) derived()(*item);
  }
  template <class... T>
  void operator()(const std::variant<T...>& choice) {
    std::visit([this](const auto& item) { derived()(item); }, choice);
  }
  /// A sum may have many thousand terms: no recursion along it.
  void operator()(const ast::BinOp& node) {
    for (const ast::BinOp* x = &node; x != nullptr;) {
      derived()(x->op);
      derived()(x->right);
      const auto* left = std::get_if<ast::BinOp>(&x->left->node);
      if (left == nullptr) derived()(x->left);
      x = left;
    }
  }
  template <class T>
  void operator()(const T& node) {
    if constexpr (requires { syntax::fields(node); })
      std::apply([this](const auto&... field) { (derived()(field), ...); }, syntax::fields(node));
  }

 private:
  Derived& derived() { return static_cast<Derived&>(*this); }
};

class Names : public Walk<Names> {
 public:
  using Walk::operator();

  std::vector<Unused> finish() && {
    std::stable_sort(unused_.begin(), unused_.end(),
                     [](const Unused& a, const Unused& b) { return a.span.lo < b.span.lo; });
    return std::move(unused_);
  }

  // ----------------------------------------------------------------------------------- mentions
  void operator()(const ast::QualName& name) {
    mention(name.quals.empty() ? name.name : name.quals.front());
  }
  void operator()(const ast::TypeVar& x) {
    if (!x.name.quals.empty()) (*this)(x.name);
  }
  void operator()(const ast::ModTypeVar& x) {
    if (!x.name.quals.empty()) (*this)(x.name);
  }
  void operator()(const ast::RecordField& x) {
    if (x.value)
      (*this)(x.value);
    else
      mention(x.name.name);
  }

  // ---------------------------------------------------------------------------------- expressions
  void operator()(const ast::Lambda& x) {
    const Scope scope(*this);
    params(x.params);
    (*this)(x.body);
    (*this)(x.result);
  }
  void operator()(const ast::LetPat& x) {
    (*this)(x.value);
    const Scope scope(*this);
    for (const ast::Binder& size : x.sizes) bind(size.name, size.span);
    (*this)(x.pattern);
    bind_pattern(*x.pattern);
    (*this)(x.body);
  }
  void operator()(const ast::LetFun& x) {
    {
      const Scope scope(*this);
      type_params(x.type_params);
      params(x.params);
      (*this)(x.result);
      (*this)(x.value);
    }
    const Scope scope(*this);
    bind(x.name.name, x.name.span);
    (*this)(x.body);
  }
  void operator()(const ast::LetWith& x) {
    mention(x.variable.name);
    (*this)(x.value);
    (*this)(x.path);
    const Scope scope(*this);
    bind(x.variable.name, x.variable.span);
    (*this)(x.body);
  }
  void operator()(const ast::Loop& x) {
    if (x.init)
      (*this)(x.init);
    else
      mention_pattern(*x.param);
    const auto* index = std::get_if<ast::LoopFor>(&x.form);
    const auto* over = std::get_if<ast::LoopForIn>(&x.form);
    if (index) (*this)(index->bound);
    if (over) (*this)(over->array);
    const Scope scope(*this);
    for (const ast::Binder& size : x.sizes) silent(size.name);
    if (index) bind(index->index.name, index->index.span);
    if (over) {
      (*this)(over->pattern);
      bind_pattern(*over->pattern);
    }
    (*this)(x.param);
    bind_pattern(*x.param);
    if (const auto* condition = std::get_if<ast::LoopWhile>(&x.form)) (*this)(condition->condition);
    (*this)(x.body);
  }
  void operator()(const ast::Case& x) {
    const Scope scope(*this);
    (*this)(x.pattern);
    bind_pattern(*x.pattern);
    (*this)(x.body);
  }

  // ---------------------------------------------------------------------------------------- types
  void operator()(const ast::TypeArrow& x) {
    const Scope scope(*this);
    if (x.param) silent(x.param->name);
    (*this)(x.from);
    (*this)(x.to);
  }
  void operator()(const ast::TypeDim& x) {
    const Scope scope(*this);
    for (const ast::Binder& size : x.sizes) silent(size.name);
    (*this)(x.inner);
  }

  // --------------------------------------------------------------------------------- declarations
  void operator()(const ast::ValDec& x) {
    const Scope scope(*this);
    type_params(x.type_params);
    params(x.params);
    (*this)(x.result);
    (*this)(x.body);
  }
  void operator()(const ast::TypeDec& x) {
    const Scope scope(*this);
    type_params(x.type_params);
    (*this)(x.type);
  }
  void operator()(const ast::ValSpec& x) {
    const Scope scope(*this);
    type_params(x.type_params);
    (*this)(x.type);
  }
  void operator()(const ast::TypeSpec& x) {
    const Scope scope(*this);
    type_params(x.type_params);
    (*this)(x.type);
  }
  void operator()(const ast::ModTypeWith& x) {
    (*this)(x.inner);
    const Scope scope(*this);
    type_params(x.params);
    (*this)(x.type);
  }
  void operator()(const ast::ModTypeArrow& x) {
    (*this)(x.from);
    const Scope scope(*this);
    if (x.param) bind(x.param->name, x.param->span);
    (*this)(x.to);
  }
  void operator()(const ast::ModDec& x) {
    const Scope scope(*this);
    for (const ast::ModParam& param : x.params) module_param(param);
    (*this)(x.ascription);
    (*this)(x.body);
  }
  void operator()(const ast::ModLambda& x) {
    const Scope scope(*this);
    module_param(x.param);
    (*this)(x.result);
    (*this)(x.body);
  }

 private:
  struct Bound {
    support::Span span;
    bool used = false;
  };
  /// What is bound while it lives is forgotten, and reported if it was not mentioned.
  class Scope {
   public:
    explicit Scope(Names& names) : names_(names), first_(names.bound_.size()) {}
    ~Scope() {
      const support::Unstoppable unstoppable;
      names_.close(first_);
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Names& names_;
    std::size_t first_;
  };

  void bind(const std::string& name, support::Span span) {
    names_[name].push_back({span, name.empty() || name.front() == '_'});
    bound_.push_back(name);
  }
  /// Hides what has the same name outside.
  void silent(const std::string& name) {
    names_[name].push_back({{}, true});
    bound_.push_back(name);
  }
  void close(std::size_t first) {
    for (; bound_.size() > first; bound_.pop_back()) {
      std::vector<Bound>& bound = names_[bound_.back()];
      if (!bound.back().used) unused_.push_back({bound.back().span, bound_.back()});
      bound.pop_back();
    }
  }
  void mention(const std::string& name) {
    if (const auto found = names_.find(name); found != names_.end() && !found->second.empty())
      found->second.back().used = true;
  }

  /// These need no mention: a size that no type has is an error, and a type may be left out.
  void type_params(const std::vector<ast::TypeParam>& params) {
    for (const ast::TypeParam& param : params)
      if (param.kind == ast::TypeParam::Kind::size) silent(param.name);
  }
  void params(const std::vector<ast::PatPtr>& params) {
    for (const ast::PatPtr& param : params) {
      (*this)(param);
      bind_pattern(*param);
    }
  }
  void module_param(const ast::ModParam& param) {
    (*this)(param.type);
    bind(param.name.name, param.name.span);
  }

  template <class F>
  void each_name(const ast::Pat& pattern, F&& f) {
    if (const auto* id = std::get_if<ast::PatId>(&pattern.node)) return f(id->name, pattern.span);
    if (const auto* inner = std::get_if<ast::PatParens>(&pattern.node))
      return each_name(*inner->inner, f);
    if (const auto* inner = std::get_if<ast::PatAscript>(&pattern.node))
      return each_name(*inner->inner, f);
    if (const auto* inner = std::get_if<ast::PatAttr>(&pattern.node))
      return each_name(*inner->inner, f);
    if (const auto* tuple = std::get_if<ast::PatTuple>(&pattern.node))
      for (const auto& part : tuple->parts) each_name(*part, f);
    if (const auto* record = std::get_if<ast::PatRecord>(&pattern.node))
      for (const auto& field : record->fields) each_name(*field.second, f);
    if (const auto* constr = std::get_if<ast::PatConstr>(&pattern.node))
      for (const auto& arg : constr->args) each_name(*arg, f);
  }
  void bind_pattern(const ast::Pat& pattern) {
    each_name(pattern, [&](const std::string& name, support::Span span) { bind(name, span); });
  }
  void mention_pattern(const ast::Pat& pattern) {
    each_name(pattern, [&](const std::string& name, support::Span) { mention(name); });
  }

  std::unordered_map<std::string, std::vector<Bound>> names_;
  std::vector<std::string> bound_;
  std::vector<Unused> unused_;
};

class RequestsOf : public Walk<RequestsOf> {
 public:
  explicit RequestsOf(Requests& found) : found_(found) {}

  using Walk::operator();
  void operator()(const ast::Attributed& x) {
    const bool one_name = x.attr.args.size() == 1 && !x.attr.args[0].name.empty();
    if (x.attr.name == "unroll" || x.attr.name == "warn") found_.warnings = true;
    if (x.attr.name == "param" && one_name) found_.parameters.insert(x.attr.args[0].name);
    (*this)(x.inner);
  }

 private:
  Requests& found_;
};

}  // namespace

std::vector<Unused> unused_names(const std::vector<ast::DecPtr>& decs) {
  Names names;
  names(decs);
  return std::move(names).finish();
}

void find_requests(const std::vector<ast::DecPtr>& decs, Requests& requests) {
  RequestsOf find(requests);
  find(decs);
}

}  // namespace laguz::check

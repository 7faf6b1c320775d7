#include "check/types/types.hpp"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "check/types/size_exp.hpp"
#include "check/types/typed.hpp"
#include "prims/prim.hpp"
#include "support/overloaded.hpp"

namespace laguz::check {
namespace {

constexpr std::size_t kLongest = 1200;

/// How tightly a type has to hold together where it stands.
enum class Prec { arrow, sum, argument };

class Shower {
 public:
  std::string out;
  Naming* naming = nullptr;

  void type(const TypePtr& written, Prec prec) {
    if (out.size() > kLongest) {
      if (out.back() != '.') out += "...";
      return;
    }
    TypePtr t = resolve(written);
    if (written->unique || t->unique) out += "*";
    std::visit(
        support::overloaded{
            [&](const TypeMeta& x) { meta(x, prec); },
            [&](const TypeScalar& x) { out += support::name(x.scalar); },
            [&](const TypeArray& x) {
              out += "[" + show(x.size, naming) + "]";
              type(x.element, Prec::argument);
            },
            [&](const TypeRecord& x) { record(x); },
            [&](const TypeSum& x) { sum(x.constructors, prec); },
            [&](const TypeArrow& x) { arrow(x, prec); },
            [&](const TypeParamRef& x) { out += naming ? naming->type(x.id, x.name) : x.name; },
            [&](const TypeAbstract& x) { abstract(x, prec); },
            [&](const TypeAcc& x) {
              open(prec, Prec::argument);
              out += "acc ";
              type(x.array, Prec::argument);
              close(prec, Prec::argument);
            },
        },
        t->node);
  }

 private:
  std::vector<std::string> around_;  ///< what the function types around bind

  std::string bound(const TypePtr& within, ValId id) {
    std::string name = size_name(within, id);
    if (name.empty()) return name;
    if (naming) name = naming->bind(id, name, around_);
    around_.push_back(name);
    return name;
  }
  void open(Prec have, Prec limit) {
    if (have >= limit) out += "(";
  }
  void close(Prec have, Prec limit) {
    if (have >= limit) out += ")";
  }

  void meta(const TypeMeta& x, Prec prec) {
    if (!x.constraint.fields->empty()) {
      out += "{";
      for (const auto& [field, t] : *x.constraint.fields) {
        out += field + ": ";
        type(t, Prec::arrow);
        out += ", ";
      }
      out += "...}";
    } else if (!x.constraint.constructors->empty()) {
      std::vector<std::pair<std::string, std::vector<TypePtr>>> rows(
          x.constraint.constructors->begin(), x.constraint.constructors->end());
      open(prec, Prec::sum);
      sum(rows, Prec::arrow);
      out += " | ...";
      close(prec, Prec::sum);
    } else if (x.constraint.scalars != 0) {
      out += noun(x.constraint.scalars);
    } else {
      out += '_';
    }
  }

  void record(const TypeRecord& x) {
    bool tuple = x.fields.size() != 1;
    for (std::size_t i = 0; i < x.fields.size(); ++i)
      tuple = tuple && x.fields[i].first == std::to_string(i);
    out += tuple ? "(" : "{";
    bool first = true;
    for (const auto& [field, t] : x.fields) {
      if (!first) out += ", ";
      first = false;
      if (!tuple) out += field + ": ";
      type(t, Prec::arrow);
    }
    out += tuple ? ")" : "}";
  }

  void sum(const std::vector<std::pair<std::string, std::vector<TypePtr>>>& rows, Prec prec) {
    const bool parens = prec == Prec::argument || (prec == Prec::sum);
    if (parens) out += "(";
    bool first = true;
    for (const auto& [name, payload] : rows) {
      if (!first) out += " | ";
      first = false;
      out += "#" + name;
      for (const auto& t : payload) {
        out += " ";
        type(t, Prec::argument);
      }
    }
    if (parens) out += ")";
  }

  void arrow(const TypeArrow& x, Prec prec) {
    open(prec, Prec::sum);
    const std::size_t around = around_.size();
    std::string name;
    if (x.param) name = bound(x.to, *x.param);
    const std::string_view mark = x.consumes ? "*" : "";
    if (!name.empty()) {
      out += fmt::format("({}: {}", name, mark);
      type(x.from, Prec::arrow);
      out += ")";
    } else {
      out += mark;
      type(x.from, Prec::sum);
    }
    out += " -> ";
    if (!x.existentials.empty()) {
      out += "?";
      for (ValId id : x.existentials) {
        std::string size = bound(x.to, id);
        out += "[" + (size.empty() ? "_" : size) + "]";
      }
      out += ".";
    }
    type(x.to, Prec::arrow);
    around_.resize(around);
    close(prec, Prec::sum);
  }

  void abstract(const TypeAbstract& x, Prec prec) {
    const bool applied = !x.type_args->empty() || !x.size_args->empty();
    if (applied) open(prec, Prec::argument);
    out += x.name;
    for (const auto& size : *x.size_args) out += " [" + show(size, naming) + "]";
    for (const auto& t : *x.type_args) {
      out += " ";
      type(t, Prec::argument);
    }
    if (applied) close(prec, Prec::argument);
  }
};

}  // namespace

namespace {

/// An unknown that is known by now, else null.
SizeMeta* linked(Size& size) {
  auto* meta = std::get_if<SizeMeta>(&size.node);
  return meta && meta->link ? meta : nullptr;
}
TypeMeta* linked(Type& type) {
  auto* meta = std::get_if<TypeMeta>(&type.node);
  return meta && meta->link ? meta : nullptr;
}

template <class Ptr>
Ptr follow(Ptr at) {
  if (!linked(*at)) return at;
  Ptr root = at, firm = at;
  bool for_good = true;
  while (auto* meta = linked(*root)) {
    for_good = for_good && !meta->tentative;
    root = Ptr(meta->link);
    if (for_good) firm = root;
  }
  // Shorten the way for the next time, as far as none of it can be taken back.
  while (at != firm && linked(*at)->link != firm) at = std::exchange(linked(*at)->link, firm);
  return root;
}

}  // namespace

std::string noun(prims::TypeSet scalars) {
  const auto within = [&](prims::TypeSet all) { return (scalars & ~all) == 0; };
  for (int t = 0; t < support::kScalarTypes; ++t)
    if (const auto type = static_cast<ScalarType>(t); scalars == prims::only(type))
      return std::string(support::name(type));
  return within(prims::floats)                   ? "float"
         : within(prims::ints)                   ? "integer"
         : within(prims::nums)                   ? "number"
         : within(prims::ints | prims::booleans) ? "integer or bool"
                                                 : "number or bool";
}

SizePtr resolve(SizePtr size) { return follow(std::move(size)); }
TypePtr resolve(TypePtr type) { return follow(std::move(type)); }

namespace {

/// [name], with [number] below the line if it is not 0.
std::string numbered(const std::string& name, std::size_t number) {
  if (number == 0) return name;
  std::string out = name;
  for (char digit : std::to_string(number)) {
    out += "\xe2\x82";
    out += static_cast<char>(0x80 + (digit - '0'));
  }
  return out;
}

}  // namespace

std::string Naming::tell(std::vector<std::uintptr_t>& ids, std::uintptr_t id,
                         const std::string& name) {
  const auto at = static_cast<std::size_t>(std::find(ids.begin(), ids.end(), id) - ids.begin());
  if (at == ids.size()) ids.push_back(id);
  return numbered(name, at);
}

std::string Naming::bind(ValId id, const std::string& name,
                         const std::vector<std::string>& around) {
  std::string shown = name;
  for (std::size_t i = 1; std::find(around.begin(), around.end(), shown) != around.end(); ++i)
    shown = numbered(name, i);
  return bound_[id] = shown;
}

std::string show(const TypePtr& type, Naming* naming) {
  Shower shower;
  shower.naming = naming;
  shower.type(type, Prec::arrow);
  return shower.out;
}

std::string show(const SizePtr& size, Naming* naming) {
  SizePtr s = resolve(size);
  return std::visit(
      support::overloaded{
          [&](const SizeMeta& x) {
            return naming && !x.name.empty() ? naming->unknown(s.get(), x.name) : std::string();
          },
          [](const SizeConst& x) { return std::to_string(x.value); },
          [&](const SizeVar& x) { return naming ? naming->size(x.id, x.name) : x.name; },
          [&](const SizeOf& x) { return size_text(*x.exp, naming); },
      },
      s->node);
}

}  // namespace laguz::check

#include "check/consumption/diets.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <utility>

#include "check/types/marks.hpp"
#include "check/types/parts.hpp"
#include "check/types/size_exp.hpp"

namespace laguz::check::consumption {

bool mentions_function(const TypePtr& type) {
  bool found = false;
  each_part(type, [&](const TypePtr& part) {
    found = found || std::holds_alternative<TypeArrow>(part->node);
  });
  return found;
}

std::string compare_diets(const TypePtr& expected, const TypePtr& actual) {
  struct Walk {
    std::string why{};
    std::set<std::pair<const Type*, const Type*>> seen{};
    bool fail(std::string message) {
      why = std::move(message);
      return false;
    }
    bool all(const std::vector<TypePtr>& these, const std::vector<TypePtr>& those) {
      for (std::size_t i = 0; i < these.size() && i < those.size(); ++i)
        if (!(*this)(these[i], those[i])) return false;
      return true;
    }
    bool operator()(const TypePtr& one, const TypePtr& other) {
      TypePtr a = resolve(one), b = resolve(other);
      if (a == b || a->node.index() != b->node.index()) return true;
      if (!seen.emplace(a.get(), b.get()).second) return true;
      if (const auto* record = std::get_if<TypeRecord>(&a->node)) {
        const auto& fields = std::get<TypeRecord>(b->node).fields;
        for (std::size_t i = 0; i < record->fields.size() && i < fields.size(); ++i)
          if (!(*this)(record->fields[i].second, fields[i].second)) return false;
      }
      if (const auto* sum = std::get_if<TypeSum>(&a->node)) {
        const auto& others = std::get<TypeSum>(b->node).constructors;
        for (std::size_t i = 0; i < sum->constructors.size() && i < others.size(); ++i)
          if (!all(sum->constructors[i].second, others[i].second)) return false;
      }
      if (const auto* abstract = std::get_if<TypeAbstract>(&a->node))
        return all(*abstract->type_args, *std::get<TypeAbstract>(b->node).type_args);
      const auto* x = std::get_if<TypeArrow>(&a->node);
      if (!x) return true;
      const auto& y = std::get<TypeArrow>(b->node);
      if (!x->consumes && y.consumes)
        return fail(
            fmt::format("Parameters\n  {}\nand\n  *{}\nare incompatible regarding "
                        "consuming their arguments.",
                        show(x->from), show(y.from)));
      if (is_marked_inside(x->to) && !is_marked_inside(y.to))
        return fail(fmt::format("Return types\n  {}\nand\n  {}\nhave incompatible uniqueness.",
                                show(x->to), show(y.to)));
      // A function that is passed is used the other way round.
      return (*this)(y.from, x->from) && (*this)(x->to, y.to);
    }
  };
  Walk walk;
  walk(expected, actual);
  return walk.why;
}

std::string diet_error(std::string_view what, const TypePtr& expected, const TypePtr& actual) {
  if (!mentions_function(actual)) return {};
  const std::string why = compare_diets(expected, actual);
  if (why.empty()) return {};
  return fmt::format("{}\nExpected: {}\nActual:   {}\n{}", what, show(expected), show(actual), why);
}

TypePtr with_diets(const TypePtr& type, const TypePtr& from) {
  struct Walk {
    std::map<std::pair<const Type*, const Type*>, TypePtr> done{};
    TypePtr operator()(const TypePtr& written, const TypePtr& other_written) {
      TypePtr type = resolve(written), other = resolve(other_written);
      if (type == other || type->node.index() != other->node.index()) return written;
      TypePtr& out = done[{type.get(), other.get()}];
      if (!out) out = with_unique(rewrite(type, other), is_marked(other_written));
      return out;
    }
    TypePtr rewrite(const TypePtr& type, const TypePtr& other) {
      if (is_compound(*type)) {
        const std::vector<Part> others = parts_of(other);
        return with_parts(*type, [&](const TypePtr& part, std::size_t i) {
          return i < others.size() ? (*this)(part, others[i].type) : part;
        });
      }
      const auto* arrow = std::get_if<TypeArrow>(&type->node);
      if (!arrow) return type;
      const auto& is = std::get<TypeArrow>(other->node);
      TypeArrow out = *arrow;
      out.from = (*this)(out.from, is.from);
      out.consumes = is.consumes;
      out.to = (*this)(out.to, is.to);
      return make_type(std::move(out));
    }
  };
  return is_functional(type) ? Walk{}(type, from) : type;
}

}  // namespace laguz::check::consumption

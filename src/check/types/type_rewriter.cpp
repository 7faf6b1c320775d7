// Types made anew from types: whoever derives says what becomes of their parts.
#include "check/types/size_exp.hpp"
#include "support/overloaded.hpp"

namespace laguz::check {

using support::overloaded;

TypePtr TypeRewriter::operator()(const TypePtr& type) {
  if (type->plain) return type;
  constexpr std::size_t kSmall = 16;
  if (done_.size() < kSmall) {
    for (const auto& [before, after] : done_)
      if (before == type) return after;
  } else {
    for (std::size_t i = index_.size(); i < done_.size(); ++i)
      index_.emplace(done_[i].first.get(), i);
    auto found = index_.find(type.get());
    if (found != index_.end()) return done_[found->second].second;
  }
  TypePtr out = rewrite(type);
  done_.emplace_back(type, out);
  return out;
}

TypePtr TypeRewriter::param(const TypePtr& type, const TypeParamRef&) { return type; }

TypePtr TypeRewriter::arrow(const TypePtr& type, const TypeArrow& arrow) {
  TypeArrow out = arrow;
  out.from = (*this)(arrow.from);
  out.to = (*this)(arrow.to);
  if (out.from == arrow.from && out.to == arrow.to) return type;
  return make_type(std::move(out), type->unique);
}

bool TypeRewriter::rewrite_all(std::vector<TypePtr>& types) {
  bool changed = false;
  for (auto& type : types) {
    TypePtr replaced = (*this)(type);
    changed = changed || replaced != type;
    type = std::move(replaced);
  }
  return changed;
}

TypePtr TypeRewriter::abstract(const TypePtr& type, const TypeAbstract& abstract) {
  TypeAbstract out = abstract;
  bool changed = !abstract.type_args->empty() && rewrite_all(out.type_args.edit());
  for (std::size_t i = 0; i < abstract.size_args->size(); ++i) {
    SizePtr replaced = size((*abstract.size_args)[i]);
    changed = changed || replaced != (*abstract.size_args)[i];
    out.size_args.edit()[i] = std::move(replaced);
  }
  if (abstract.representation) {
    out.representation = (*this)(abstract.representation);
    changed = changed || out.representation != abstract.representation;
  }
  return changed ? make_type(std::move(out)) : type;
}

TypePtr TypeRewriter::rewrite(const TypePtr& written) {
  TypePtr type = resolve(written);
  return std::visit(
      overloaded{
          [&](const TypeMeta&) { return written; },
          [&](const TypeScalar&) { return written; },
          [&](const TypeArray& x) {
            SizePtr replaced = size(x.size);
            TypePtr element = (*this)(x.element);
            if (replaced == x.size && element == x.element) return written;
            return make_type(TypeArray{std::move(replaced), std::move(element)},
                             type->unique || written->unique);
          },
          [&](const TypeRecord& x) {
            TypeRecord record = x;
            bool changed = false;
            for (auto& field : record.fields) {
              TypePtr replaced = (*this)(field.second);
              changed = changed || replaced != field.second;
              field.second = std::move(replaced);
            }
            return changed ? make_type(std::move(record), type->unique || written->unique)
                           : written;
          },
          [&](const TypeSum& x) {
            TypeSum sum = x;
            bool changed = false;
            for (auto& row : sum.constructors) changed = rewrite_all(row.second) || changed;
            return changed ? make_type(std::move(sum), type->unique || written->unique) : written;
          },
          [&](const TypeArrow& x) { return arrow(type, x); },
          [&](const TypeParamRef& x) {
            TypePtr out = param(type, x);
            return type->unique || written->unique ? with_unique(out, true) : out;
          },
          [&](const TypeAbstract& x) {
            TypePtr out = abstract(type, x);
            if (out == type) return written;
            return type->unique || written->unique ? with_unique(out, true) : out;
          },
          [&](const TypeAcc& x) {
            TypePtr array = (*this)(x.array);
            return array == x.array ? written : make_type(TypeAcc{std::move(array)}, type->unique);
          },
      },
      type->node);
}
}  // namespace laguz::check

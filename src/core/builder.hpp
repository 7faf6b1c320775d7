// Writes a body statement by statement.
#pragma once

#include <optional>
#include <string_view>

#include "core/program.hpp"
#include "prims/catalog.hpp"

namespace laguz::core {

/// The value of a primitive on constants; nothing when an operand is a variable, when the primitive
/// is undefined there (the error is for run time), or when it makes a NaN or an infinity.
std::optional<Scalar> fold(Prim prim, const Atoms& args);

/// [array] with its dimensions in another order: [order] of each tells which of the array's it is.
Exp rearranged(const Atom& array, std::vector<std::int64_t> order);

/// Appends statements to a body; one Builder per body under construction.
class Builder {
 public:
  explicit Builder(Names& names) : names_(names) {}

  Names& names() { return names_; }
  Span span;                                   ///< given to the statements that follow
  std::shared_ptr<const CallSite> inlined_at;  ///< likewise

  /// Binds the results of [exp], of [types], to fresh variables.
  Atoms emit(Exp exp, const std::vector<Type>& types);
  Atom emit1(Exp exp, Type type) { return emit(std::move(exp), {type})[0]; }
  void append(Stm stm) { body_.stms.push_back(std::move(stm)); }

  /// A scalar primitive by name at the type of its first argument; constants are folded.
  Atom prim(std::string_view name, const Atoms& args);
  Atom prim(Prim prim, const Atoms& args);
  Atom add(const Atom& a, const Atom& b) { return prim("add", {a, b}); }
  Atom sub(const Atom& a, const Atom& b) { return prim("sub", {a, b}); }
  Atom mul(const Atom& a, const Atom& b) { return prim("mul", {a, b}); }
  Atom index(const Atom& array, const Atoms& indices);
  Atom shape(const Atom& array, int dim);
  Atom array_op(ArrayOp op, Atoms args, Type type, std::vector<std::int64_t> attrs = {});
  Atom rearrange(const Atom& array, std::vector<std::int64_t> order) {
    return emit1(rearranged(array, std::move(order)), array.type);
  }
  /// All lengths of an array.
  Atoms shape(const Atom& array);

  Body finish(Atoms results) {
    body_.results = std::move(results);
    return std::move(body_);
  }

 private:
  Names& names_;
  Body body_;
};

}  // namespace laguz::core

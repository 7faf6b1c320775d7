#include "core/operation_text.hpp"

#include "prims/catalog.hpp"

namespace laguz::core {
namespace {

/// What stands between the operands of an operation; null if it stands before them.
const char* infix(prims::Op op) {
  using prims::Op;
  if (op == Op::add) return " + ";
  if (op == Op::sub) return " - ";
  if (op == Op::mul) return " * ";
  if (op == Op::div) return " / ";
  if (op == Op::pow) return " ** ";
  return op == Op::mod ? " % " : nullptr;
}

}  // namespace

void append_operation(const PrimApp& app, Message& text) {
  const prims::Row& row = prims::row_of(app.prim);
  const auto between = [&](const char* word, std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      if (i > from) text.emplace_back(word);
      text.emplace_back(app.args[i]);
    }
  };
  if (const char* word = infix(row.op)) return between(word, 0, app.args.size());
  if (row.op == prims::Op::mad || row.op == prims::Op::mulsub) {
    between(" * ", 0, 2);
    text.emplace_back(row.op == prims::Op::mad ? " + " : " - ");
    return text.emplace_back(app.args[2]), void();
  }
  text.emplace_back(std::string(row.name) + "(");
  between(", ", 0, app.args.size());
  text.emplace_back(")");
}

}  // namespace laguz::core

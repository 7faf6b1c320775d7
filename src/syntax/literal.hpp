// The values of literals, from their spelling. The lexer has checked the shape.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "syntax/ast.hpp"
#include "syntax/token.hpp"

namespace laguz::syntax {

/// `12`, `1_000`, `0xff`, `0b101` or `0rXIV`.
ast::IntLit integer_literal(std::string_view text);
/// `1.5`, `1e9` or `0x1.8p3`; infinite when it is beyond f64.
ast::FloatLit floating_literal(std::string_view text);
/// A number with its type. Decimal integers beyond the type's range are too_large, and so is
/// `128i8`: see negated. Hexadecimal and binary ones may use all bits of the type, as in `0xffi8`.
ast::ScalarLit typed_literal(std::string_view text);
/// [literal] as the operand of a minus: `-128i8` is in range although `128i8` is not.
ast::ScalarLit negated(ast::ScalarLit literal);

/// `'a'`, `'\n'`: the code point. Throws UserError for an unknown escape.
ast::IntLit character_literal(const Token& token);
/// The bytes of `"..."`. Throws UserError for an unknown escape.
std::string string_literal(const Token& token);

/// The nearest half-precision number, as its bits.
std::uint16_t to_half(double x);

}  // namespace laguz::syntax

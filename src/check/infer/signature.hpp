// What is written of a function before its body, as inference reads it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "check/types/typed.hpp"
#include "check/types/types.hpp"

namespace laguz::check {

using SizeBinder = std::pair<ValId, std::string>;

/// A function's type is as deep as its parameters are many, so there is a limit to these.
void refuse_too_many(const std::vector<ast::PatPtr>& params);

/// What an anonymous size, `[]`, becomes where a type is written.
struct Anonymous {
  enum class Mode : std::uint8_t {
    parameter,    ///< a new size parameter, appended to [made]
    existential,  ///< a size that a function's result brings, appended to [made]
    inferred,     ///< a meta
    forbidden,    ///< an error
  } mode = Mode::inferred;
  std::vector<SizeBinder>* made = nullptr;
  /// Where sizes go that are quantified in words (`?[n].t`, or in a type abbreviation); null: they
  /// are treated as anonymous ones.
  std::vector<SizeBinder>* quantified = nullptr;
};

/// A signature: what is written of a function before its body.
struct Signature {
  std::vector<SizeBinder> sizes;    ///< explicit ones, then those of `[]` in parameters
  std::vector<TypeParamRef> types;  ///< explicit
  std::vector<typed::PatPtr> params;
  TypePtr result;                        ///< null when it is not written
  std::vector<SizeBinder> existentials;  ///< of the result
  bool complete = false;                 ///< nothing is left to infer
};

}  // namespace laguz::check

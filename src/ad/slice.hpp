// A value of a session as a function of others that it was computed from.
#pragma once

#include <vector>

#include "ad/differentiate.hpp"
#include "core/program.hpp"

namespace laguz::ad {

/// A constant that is to be given, or some of its results.
struct Given {
  core::FunId constant;
  std::vector<std::size_t> results;

  static Given whole(const core::Program& program, core::FunId constant);
};

/// What stands between values and one that is computed from them, if it is.
struct Sliced {
  core::Body body;
  std::vector<core::FunId> constants;  ///< what it was computed from, the values too; sorted
};

/// [body] as it would be if what is [given], each result once, were [params], one after the other,
/// and what else these constants give were as it is: with
/// the code of all constants between, at any number of calls, and of the functions that read any of
/// these, which are given them. Constants that are computed from none of them are called as before.
/// It shows nothing (`#[trace]`) and can be differentiated, once more too: constants have been
/// already, for [differentiator] remembers them as they were before they were optimised. Of
/// constants whose code is gone (`core::make_known`) nothing is known but their values. Takes time
/// in proportion to the code that [body] reaches.
Sliced slice(Differentiator& differentiator, core::Program& program, const core::Body& body,
             const std::vector<Given>& given, const core::Binders& params);

}  // namespace laguz::ad

// A value of a session as a function of others that it was computed from.
#pragma once

#include <cstddef>
#include <vector>

#include "ad/known_values.hpp"
#include "core/program.hpp"
#include "graph/session_graph.hpp"

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

/// What [body] was computed from besides what is [given], and not by way of it: constants, each
/// behind those that it reads.
std::vector<core::FunId> others(const graph::SessionGraph& graph, const core::Body& body,
                                const std::vector<Given>& given);

/// [body] as it would be if what is [given], each result once, were [params], one after the other,
/// and what else these constants give were as it is: with the code of all constants between
/// (`graph::Between`), at any number of calls, and of the functions that read any of these, which
/// are given them. Constants that are computed from none of them are called as before, or are what
/// is [known] of them, of what functions that do not call themselves read too. It shows nothing
/// (`#[trace]`) and can be differentiated, once more too, as far as the code of the [graph] can. Of
/// constants whose code is gone (`core::make_known`) nothing is known but their values. Takes time
/// in proportion to the code that [body] reaches.
Sliced slice(const graph::SessionGraph& graph, core::Program& program, const core::Body& body,
             const std::vector<Given>& given, const core::Binders& params,
             const std::map<core::FunId, core::Body>& known);

}  // namespace laguz::ad

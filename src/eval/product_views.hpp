// What variables in a nest of products stand for. Only find_products.cpp includes this.
#pragma once

#include <vector>

#include "eval/products.hpp"

namespace laguz::eval {

/// Part of an array: axes that are not yet at an index or along a dimension are [open], in order.
struct View {
  Element element;
  std::vector<std::size_t> open;
};

/// Products of two elements, along dimensions of their own, outermost first.
struct Products {
  Element left, right;
  std::vector<int> dims;
};

/// A loop's state plus products.
struct Addition {
  core::VarId state = 0;
  std::vector<int> state_dims;
  Products products;
};

/// An array whose elements are all the same.
struct Uniform {
  core::Atom value;
  core::Atoms lengths;
};

/// An accumulator, and what is added to it.
struct Target {
  std::size_t depth = 0;  ///< of dimensions around it
  int updates = 0;
  std::uint32_t site = 0;
  std::vector<int> dims{};                          ///< of its array
  std::vector<std::optional<core::Atom>> starts{};  ///< by these: where the places begin
  std::vector<int> fixed{};   ///< those among them that go along nothing: of one place
  std::vector<int> around{};  ///< of the update, outermost first
  Products products{};
};

}  // namespace laguz::eval

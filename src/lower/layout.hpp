// How the values of a type lie in core: the type's structure without its sizes, interned.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/ir.hpp"

namespace laguz::lower {

using support::ScalarType;

/// Two types with the same layout are the same pointer.
struct Layout {
  enum class Kind : std::uint8_t { scalar, array, record, sum, acc, function } kind = Kind::scalar;
  ScalarType scalar = ScalarType::i64;
  /// array: what one dimension holds; acc: the array it stands for.
  const Layout* element = nullptr;
  std::vector<std::pair<std::string, const Layout*>> fields;  ///< record, sorted as in TypeRecord
  std::vector<std::pair<std::string, std::vector<const Layout*>>> constructors;  ///< sum, by tag
  /// The flat values. An array has its element's leaves with one more dimension; an element
  /// without leaves (a unit) has one `u8` there, so that the array has its length.
  std::vector<core::Type> leaves;
  /// Holds a function or an accumulator, which core values do not: known when lowered only.
  bool is_static = false;
  /// Says where what some type parameter stands for is to be: that of a value of any type.
  bool is_open = false;
  /// record: what one of the type parameters of a constant stands for is to be there. (No value of
  /// it is known, so it has no fields.)
  std::optional<std::size_t> parameter;
  std::uint32_t id = 0;
  /// How many layouts it is made of, each counted wherever it occurs.
  std::size_t weight = 1;
  std::size_t depth = 0;  ///< how many are inside one another

  bool is_scalar() const { return kind == Kind::scalar; }
  bool is_array() const { return kind == Kind::array; }
  bool is_record() const { return kind == Kind::record; }
  /// array: the element has no leaves, and so the array has a column only for its length.
  bool is_ghost() const { return kind == Kind::array && element->leaves.empty(); }
  /// record: position of [field], which exists.
  std::size_t field(const std::string& field) const;
  /// sum: the tag of [constructor], which exists.
  std::size_t tag(const std::string& constructor) const;
};

/// Makes layouts; one per session. Throws UserError (Phase::type, without a place) for arrays of
/// too many dimensions, and for types that are too large or too deep: they can be exponentially
/// larger than their text.
class Layouts {
 public:
  const Layout* scalar(ScalarType type);
  const Layout* array(const Layout* element);
  const Layout* record(std::vector<std::pair<std::string, const Layout*>> fields);
  const Layout* tuple(const std::vector<const Layout*>& parts);
  const Layout* unit() { return record({}); }
  const Layout* parameter(std::size_t which);
  const Layout* sum(std::vector<std::pair<std::string, std::vector<const Layout*>>> constructors);
  const Layout* acc(const Layout* array);
  const Layout* function();
  /// [layout] with those layouts for its parameters.
  const Layout* instance(const Layout* layout, const std::vector<const Layout*>& of);

 private:
  static void add(Layout& layout, const Layout& part);
  const Layout* intern(const std::string& key, Layout layout);
  std::map<std::string, std::unique_ptr<const Layout>> known_;
};

}  // namespace laguz::lower

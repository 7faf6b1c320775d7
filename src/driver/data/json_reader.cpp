#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "driver/data/field_name.hpp"
#include "driver/data/numbers.hpp"
#include "driver/data/readers.hpp"
#include "support/diagnostic.hpp"
#include "support/governor.hpp"

namespace laguz::driver::data {
namespace {

using core::View;
using runtime::Array;
using runtime::Shape;
using runtime::Value;
using support::Scalar;
using support::ScalarType;
using Json = nlohmann::json;
using Values = std::vector<Value>;

/// Rows that have the flat values of one element each, as those of the array.
Values stacked(const std::string& name, const std::vector<Values>& rows) {
  std::vector<Value> columns;
  const auto n = static_cast<std::int64_t>(rows.size());
  for (std::size_t c = 0; c < rows[0].size(); ++c) {
    const auto* first = std::get_if<Array>(&rows[0][c]);
    const ScalarType type = first != nullptr ? first->type() : std::get<Scalar>(rows[0][c]).type;
    Array column = Array::zeros(type, first != nullptr ? first->shape().prepend(n) : Shape{n});
    for (std::int64_t i = 0; i < n; ++i) {
      const Value& one = rows[static_cast<std::size_t>(i)][c];
      if (first == nullptr) {
        column.set({&i, 1}, std::get<Scalar>(one));
        continue;
      }
      const auto& array = std::get<Array>(one);
      if (!std::ranges::equal(array.shape().span(), first->shape().span()))
        throw support::UserError(support::Phase::usage, {},
                                 name + ": arrays in a list are to be of the same shape.");
      Array place = column.row(i);
      Array::copy_into(place, array);
    }
    columns.emplace_back(std::move(column));
  }
  return columns;
}

class Reader {
 public:
  explicit Reader(const std::string& name) : name_(name) {}

  /// Appends the flat values of [json], which [view] covers, to [to].
  void read(const Json& json, const View& view, Values& to) {
    support::spend(kNanoseconds);
    switch (view.kind) {
      case View::Kind::leaf: return to.push_back(leaf(json, view.leaf.elem, view.leaf.rank));
      case View::Kind::tuple: return tuple(json, view, to);
      case View::Kind::record: return record(json, view, to);
      case View::Kind::sum: return sum(json, view, to);
      case View::Kind::array: return rows(json, view.parts[0].second, view.rank, to);
      case View::Kind::function: refuse(json, "a function");
    }
  }

 private:
  static constexpr std::int64_t kNanoseconds = 100;

  [[noreturn]] void refuse(const Json& json, const std::string& wanted) const {
    constexpr std::size_t kMost = 60;
    std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (text.size() > kMost) text = text.substr(0, kMost) + "...";
    throw support::UserError(support::Phase::usage, {},
                             fmt::format("{}: {} is no {}.", name_, text, wanted));
  }

  Scalar scalar(const Json& json, ScalarType type) const {
    std::optional<Scalar> found;
    if (json.is_boolean() && type == ScalarType::boolean)
      found = Scalar::boolean(json.get<bool>());
    else if (json.is_number_float())
      found = scalar_of(type, json.get<double>());
    else if (json.is_number_unsigned())
      found = scalar_of(type, json.get<std::uint64_t>());
    else if (json.is_number_integer())
      found = scalar_of(type, json.get<std::int64_t>());
    else if (json.is_string() && support::is_float(type))
      found = named(json.get<std::string>(), type);
    if (!found) refuse(json, std::string(support::name(type)));
    return *found;
  }

  static std::optional<Scalar> named(const std::string& text, ScalarType type) {
    if (text == "nan") return scalar_of(type, std::nan(""));
    if (text == "inf") return scalar_of(type, INFINITY);
    if (text == "-inf") return scalar_of(type, -INFINITY);
    return std::nullopt;
  }

  Value leaf(const Json& json, ScalarType type, int rank) const {
    if (rank == 0) return scalar(json, type);
    std::vector<std::int64_t> dims;
    const Json* at = &json;
    const bool text = type == ScalarType::u8;
    for (int d = 0; d < rank; ++d) {
      if (at != nullptr && text && d == rank - 1 && at->is_string()) {
        dims.push_back(static_cast<std::int64_t>(at->get_ref<const std::string&>().size()));
        break;
      }
      if (at != nullptr && !at->is_array()) refuse(*at, "list");
      dims.push_back(at == nullptr ? 0 : static_cast<std::int64_t>(at->size()));
      at = at == nullptr || at->empty() ? nullptr : &at->front();
    }
    Array array = Array::zeros(type, Shape{std::span<const std::int64_t>(dims)});
    std::vector<std::int64_t> index;
    fill(json, array, index);
    return array;
  }

  void fill(const Json& json, Array& array, std::vector<std::int64_t>& index) const {
    const auto d = static_cast<int>(index.size());
    if (d == array.rank()) {
      support::spend(kNanoseconds);
      return array.set(index, scalar(json, array.type()));
    }
    const bool text = json.is_string() && d == array.rank() - 1 && array.type() == ScalarType::u8;
    const std::size_t length = text ? json.get_ref<const std::string&>().size() : json.size();
    if (!text && !json.is_array()) refuse(json, "list");
    if (static_cast<std::int64_t>(length) != array.shape()[d])
      refuse(json, fmt::format("list of {}, as the one before it", array.shape()[d]));
    index.push_back(0);
    for (std::size_t i = 0; i < length; ++i) {
      index.back() = static_cast<std::int64_t>(i);
      if (text)
        array.set(index,
                  *scalar_of(ScalarType::u8, static_cast<std::uint64_t>(static_cast<unsigned char>(
                                                 json.get_ref<const std::string&>()[i]))));
      else
        fill(json[i], array, index);
    }
    index.pop_back();
  }

  void tuple(const Json& json, const View& view, Values& to) {
    if (!json.is_array() || json.size() != view.parts.size())
      refuse(json, fmt::format("list of {}", view.parts.size()));
    for (std::size_t i = 0; i < view.parts.size(); ++i) read(json[i], view.parts[i].second, to);
  }

  void record(const Json& json, const View& view, Values& to) {
    if (!json.is_object()) refuse(json, "object");
    std::map<std::string, const Json*> values;
    for (const auto& field : json.items()) {
      const std::string name = field_name(field.key());
      if (std::none_of(view.parts.begin(), view.parts.end(),
                       [&](const auto& part) { return part.first == name; }))
        refuse(field.key(), "field of the record");
      if (!values.emplace(name, &field.value()).second)
        refuse(json, fmt::format("object with one field {}", name));
    }
    for (const auto& [field, part] : view.parts) {
      const auto found = values.find(field);
      if (found == values.end()) refuse(json, fmt::format("object with a field {}", field));
      read(*found->second, part, to);
    }
  }

  void sum(const Json& json, const View& view, Values& to) {
    // (A constructor without a payload may be its name.)
    const bool bare = json.is_string();
    if (!bare && !(json.is_object() && json.contains("constructor")))
      refuse(json, "object with a constructor");
    const Json& name = bare ? json : json["constructor"];
    const Json none = Json::array();
    const Json& payload = bare || !json.contains("payload") ? none : json["payload"];
    std::size_t tag = 0;
    while (tag < view.constructors.size() && view.constructors[tag].first != name) ++tag;
    if (tag == view.constructors.size()) refuse(name, "constructor of the sum");
    to.emplace_back(Scalar{ScalarType::u8, tag});
    for (std::size_t c = 0; c < view.constructors.size(); ++c) {
      const auto& parts = view.constructors[c].second;
      if (c == tag && (!payload.is_array() || payload.size() != parts.size()))
        refuse(json, fmt::format("#{} with {} values", name.get<std::string>(), parts.size()));
      for (std::size_t i = 0; i < parts.size(); ++i) {
        if (c == tag)
          read(payload[i], parts[i], to);
        else
          nothing(parts[i], to);
      }
    }
  }

  /// What stands for a payload of another constructor.
  void nothing(const View& view, Values& to) {
    switch (view.kind) {
      case View::Kind::leaf:
        if (view.leaf.rank == 0)
          to.emplace_back(Scalar{view.leaf.elem, 0});
        else
          to.emplace_back(empty(view.leaf.elem, view.leaf.rank));
        return;
      case View::Kind::tuple:
      case View::Kind::record:
        for (const auto& part : view.parts) nothing(part.second, to);
        return;
      case View::Kind::array: return rows(Json::array(), view.parts[0].second, view.rank, to);
      case View::Kind::sum:
        to.emplace_back(Scalar{ScalarType::u8, 0});
        for (const auto& constructor : view.constructors)
          for (const View& payload : constructor.second) nothing(payload, to);
        return;
      case View::Kind::function: return;
    }
  }

  static Array empty(ScalarType type, int rank) {
    const std::vector<std::int64_t> dims(static_cast<std::size_t>(rank), 0);
    return Array::zeros(type, Shape{std::span<const std::int64_t>(dims)});
  }

  void rows(const Json& json, const View& element, int rank, Values& to) {
    if (!json.is_array()) refuse(json, "list");
    std::vector<Values> all;
    for (const Json& one : json) {
      Values row;
      if (rank == 1)
        read(one, element, row);
      else
        rows(one, element, rank - 1, row);
      all.push_back(std::move(row));
    }
    if (all.empty()) {
      // As many columns as an element has, each without rows.
      Values one;
      nothing(element, one);
      for (const Value& value : one) {
        const auto* array = std::get_if<Array>(&value);
        to.emplace_back(array != nullptr ? empty(array->type(), array->rank() + rank)
                                         : empty(std::get<Scalar>(value).type, rank));
      }
      return;
    }
    for (Value& column : stacked(name_, all)) to.push_back(std::move(column));
  }

  const std::string& name_;
};

/// The type that fits all of [all], which are elements of a list.
View type_of(const std::string& name, const std::vector<const Json*>& all);

View scalar_view(ScalarType type, int rank) {
  View view;
  view.leaf = {type, static_cast<std::uint8_t>(rank), false};
  return view;
}

/// An array of what [element] is.
View array_of(const View& element) {
  View view = element;
  if (view.kind == View::Kind::leaf) {
    ++view.leaf.rank;
    return view;
  }
  if (view.kind == View::Kind::array) {
    ++view.rank;
    return view;
  }
  View array;
  array.kind = View::Kind::array;
  array.rank = 1;
  array.parts.emplace_back("", view);
  return array;
}

View type_of(const std::string& name, const std::vector<const Json*>& all) {
  const auto every = [&](auto is) {
    return std::all_of(all.begin(), all.end(), [&](const Json* one) { return is(*one); });
  };
  if (every([](const Json& j) { return j.is_boolean(); }) && !all.empty())
    return scalar_view(ScalarType::boolean, 0);
  if (every([](const Json& j) { return j.is_number_integer(); }) && !all.empty())
    return scalar_view(ScalarType::i64, 0);
  if (every([](const Json& j) { return j.is_number() || j == "nan" || j == "inf" || j == "-inf"; }))
    return scalar_view(ScalarType::f64, 0);
  if (every([](const Json& j) { return j.is_string(); })) return scalar_view(ScalarType::u8, 1);
  std::vector<const Json*> inner;
  if (every([](const Json& j) { return j.is_array(); })) {
    for (const Json* one : all)
      for (const Json& element : *one) inner.push_back(&element);
    return array_of(type_of(name, inner));
  }
  if (every([](const Json& j) { return j.is_object(); })) {
    View view;
    view.kind = View::Kind::record;
    std::map<std::string, std::vector<const Json*>> fields;
    for (const Json* one : all)
      for (const auto& field : one->items())
        fields[field_name(field.key())].push_back(&field.value());
    for (const auto& [field, values] : fields)
      view.parts.emplace_back(field, type_of(name, values));
    return view;
  }
  throw support::UserError(support::Phase::usage, {},
                           name + ": what stands in a list is to be of one type.");
}

Json parsed(const std::string& name, std::string_view text) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    throw support::UserError(support::Phase::usage, {},
                             fmt::format("{}: it is no JSON, at byte {}.", name, error.byte));
  }
}

}  // namespace

std::vector<Value> read_json(const std::string& name, std::string_view text, const View& view) {
  Values values;
  Reader(name).read(parsed(name, text), view, values);
  return values;
}

Typed read_json(const std::string& name, std::string_view text) {
  const Json json = parsed(name, text);
  Typed typed{type_of(name, {&json}), {}};
  Reader(name).read(json, typed.view, typed.values);
  return typed;
}

}  // namespace laguz::driver::data

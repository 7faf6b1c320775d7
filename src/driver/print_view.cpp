#include "driver/print_view.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "engine/literal.hpp"
#include "engine/numbers_of.hpp"
#include "support/assert.hpp"
#include "support/printable.hpp"

namespace laguz::driver {
namespace {

using core::View;
using engine::width;
using runtime::Array;
using runtime::Style;
using runtime::Value;
using Values = std::span<const Value>;

/// How many elements of a dimension are shown before and after an ellipsis.
constexpr std::int64_t kEdge = 3;

/// [scalar] with [digits] significant digits, if it is a float.
support::Scalar rounded(const support::Scalar& scalar, int digits) {
  const auto fewer = [&](double x) {
    return std::isfinite(x) ? std::strtod(fmt::format("{:.{}e}", x, digits - 1).c_str(), nullptr)
                            : x;
  };
  if (!support::is_float(scalar.type)) return scalar;
  auto number = engine::Numbers::of(scalar);
  number->values[0] = fewer(number->values[0]);
  return std::get<support::Scalar>(number->value());
}

class Printer {
 public:
  Printer(runtime::Text& out, Style style, const ViewOptions& options)
      : out_(out), style_(style), options_(options) {}

  /// Whether the text ends with the type of what has been printed last.
  bool ends_with_type() const { return ends_with_type_; }

  /// [flat]: on one line, as elements of arrays and payloads of constructors are. [column]: of the
  /// first of [values], among all of them.
  void print(const View& view, Values values, std::size_t column, bool flat) {
    ends_with_type_ = false;
    switch (view.kind) {
      case View::Kind::leaf: return leaf(values[0], column, flat);
      case View::Kind::function: out_ += "#<fun>"; return;
      case View::Kind::tuple: return parts(view, values, column, flat, '(', ')');
      case View::Kind::record: return parts(view, values, column, flat, '{', '}');
      case View::Kind::sum: return sum(view, values, column, false);
      case View::Kind::array: return array(view, values, column, flat);
    }
  }

 private:
  void separate(bool flat, std::size_t indent) {
    out_ += flat ? ", " : ",\n";
    if (!flat) out_.append(indent, ' ');
  }

  void leaf(const Value& value, std::size_t column, bool flat) {
    const auto* array = std::get_if<Array>(&value);
    if (array != nullptr && column < options_.strings.size() && options_.strings[column] &&
        is_text(*array))
      return texts(*array);
    if (array == nullptr) {
      out_ += text(std::get<support::Scalar>(value));
      return;
    }
    const bool elides = options_.limit > 0 && array->rank() > 0 && array->size() > options_.limit;
    if (elides || (array->rank() > 0 && (options_.digits > 0 || options_.aligned)))
      elements(*array, flat, elides);
    else
      runtime::print_to(out_, value, style_, flat);
    if (!elides) return;
    shape(array->shape().span());
    out_ += support::name(array->type());
    ends_with_type_ = true;
  }

  std::string text(const support::Scalar& scalar) const {
    return runtime::print(options_.digits > 0 ? rounded(scalar, options_.digits) : scalar, style_);
  }

  /// Is it bytes that a person reads, and not too many of them?
  bool is_text(const Array& array) const {
    if (array.type() != support::ScalarType::u8 || array.rank() == 0) return false;
    if (options_.limit > 0 && array.size() > options_.limit) return false;
    const Array dense = array.dense();
    const std::string_view bytes(dense.data<char>(), static_cast<std::size_t>(dense.size()));
    return support::printable(bytes) == bytes;
  }

  void texts(const Array& array) {
    if (array.rank() > 1)
      return edges(array.length(), true, false, [&](std::int64_t i) { texts(array.row(i)); });
    const Array dense = array.dense();
    out_ += '"';
    for (std::int64_t i = 0; i < dense.size(); ++i) {
      const char c = dense.data<char>()[i];
      switch (c) {
        case '"': out_ += "\\\""; break;
        case '\\': out_ += "\\\\"; break;
        case '\n': out_ += "\\n"; break;
        case '\t': out_ += "\\t"; break;
        default: out_ += c;
      }
    }
    out_ += '"';
  }

  void shape(std::span<const std::int64_t> dims) {
    out_ += " : ";
    for (auto n : dims) out_ += fmt::format("[{}]", n);
  }

  /// Calls [item] for the indices that are shown and puts what stands between them. [elide]: only
  /// the edges of a long dimension; what is between is no index, but -1.
  template <class Item>
  static void each_shown(std::int64_t n, bool elide, Item item) {
    for (std::int64_t i = 0; i < n; ++i) {
      const bool gap = elide && n > 2 * kEdge + 1 && i == kEdge;
      item(gap ? -1 : i);
      if (gap) i = n - kEdge - 1;
    }
  }

  template <class Item>
  void edges(std::int64_t n, bool flat, bool elide, Item item) {
    const auto indent = out_.column() + 1;
    out_ += '[';
    bool first = true;
    each_shown(n, elide, [&](std::int64_t i) {
      if (!first) separate(flat, indent);
      first = false;
      if (i < 0)
        out_ += "…";
      else
        item(i);
    });
    out_ += ']';
  }

  /// The scalars of [array], or those at its edges.
  void elements(const Array& array, bool flat, bool elide) {
    std::vector<std::size_t> widths;  // of columns
    if (options_.aligned && !flat && array.rank() > 1) measure(array, elide, widths);
    elements(array, flat || array.rank() == 1, elide, widths);
  }

  void elements(const Array& array, bool flat, bool elide, const std::vector<std::size_t>& widths) {
    std::size_t column = 0;
    const bool in_row = flat || array.rank() == 1;
    const auto pad = [&](std::size_t width) {
      if (column < widths.size())
        out_.append(widths[column] - std::min(width, widths[column]), ' ');
    };
    const auto indent = out_.column() + 1;
    out_ += '[';
    each_shown(array.length(), elide, [&](std::int64_t i) {
      if (column > 0) separate(in_row, indent);
      if (i < 0) {
        if (array.rank() == 1) pad(1);
        out_ += "…";
      } else if (array.rank() == 1) {
        const std::string one = text(array.get({&i, 1}));
        pad(one.size());
        out_ += one;
      } else {
        elements(array.row(i), flat, elide, widths);
      }
      ++column;
    });
    out_ += ']';
  }

  /// How wide the columns of [array]'s rows are, all rows together.
  void measure(const Array& array, bool elide, std::vector<std::size_t>& widths) const {
    std::size_t column = 0;
    each_shown(array.length(), elide, [&](std::int64_t i) {
      if (array.rank() > 1) {
        if (i >= 0) measure(array.row(i), elide, widths);
        return;
      }
      if (column == widths.size()) widths.push_back(1);
      if (i >= 0) widths[column] = std::max(widths[column], text(array.get({&i, 1})).size());
      ++column;
    });
  }

  void parts(const View& view, Values values, std::size_t column, bool flat, char open,
             char close) {
    out_ += open;
    const auto indent = out_.column();
    bool first = true;
    for (const auto& [name, part] : view.parts) {
      if (!first) separate(flat, indent);
      first = false;
      if (view.kind == View::Kind::record) out_ += name + " = ";
      const auto n = width(part);
      print(part, values.first(n), column, flat);
      values = values.subspan(n);
      column += n;
    }
    out_ += close;
    ends_with_type_ = false;
  }

  void sum(const View& view, Values values, std::size_t column, bool nested) {
    const auto tag = std::get<support::Scalar>(values[0]).bits;
    values = values.subspan(1);
    ++column;
    for (std::size_t c = 0; c < view.constructors.size(); ++c) {
      const auto& [name, payloads] = view.constructors[c];
      if (c == tag) out_ += (nested ? "(#" : "#") + name;
      for (const auto& payload : payloads) {
        const auto n = width(payload);
        if (c == tag) {
          out_ += ' ';
          if (payload.kind == View::Kind::sum)
            sum(payload, values.first(n), column, true);
          else
            print(payload, values.first(n), column, true);
        }
        values = values.subspan(n);
        column += n;
      }
      if (c != tag) continue;
      if (nested) out_ += ')';
      return;
    }
    LAGUZ_ASSERT(false, "a tag without a constructor");
  }

  void array(const View& view, Values values, std::size_t column, bool flat) {
    std::vector<std::int64_t> dims;
    if (!values.empty()) {
      const auto all = std::get<Array>(values[0]).shape().span();
      dims.assign(all.begin(), all.begin() + view.rank);
    }
    const bool empty = std::find(dims.begin(), dims.end(), 0) != dims.end();
    if (style_ == Style::machine && empty) {
      out_ += "empty(";
      for (auto n : dims) out_ += fmt::format("[{}]", n);
      type(view.parts[0].second);
      out_ += ')';
      return;
    }
    std::int64_t size = 1;
    for (auto n : dims) size *= n;
    const bool limited = options_.limit > 0 && size > options_.limit;
    rows(view, values, column, view.rank, flat, limited);
    if (limited) {
      shape(dims);
      type(view.parts[0].second);
    }
    ends_with_type_ = limited;
  }

  void rows(const View& view, Values values, std::size_t column, int rank, bool flat,
            bool limited) {
    if (rank == 0) return print(view.parts[0].second, values, column, true);
    if (values.empty()) {
      out_ += "[]";
      return;
    }
    edges(std::get<Array>(values[0]).length(), flat || rank == 1, limited, [&](std::int64_t i) {
      std::vector<Value> row;
      for (const auto& value : values) {
        const auto& array = std::get<Array>(value);
        if (array.rank() == 1)
          row.emplace_back(array.get({&i, 1}));
        else
          row.emplace_back(array.row(i));
      }
      rows(view, row, column, rank - 1, flat, limited);
    });
  }

  void type(const View& view) {
    const auto list = [&](const auto& items, const char* open, const char* between,
                          const char* close, const auto& item) {
      out_ += open;
      bool first = true;
      for (const auto& one : items) {
        if (!first) out_ += between;
        first = false;
        item(one);
      }
      out_ += close;
    };
    switch (view.kind) {
      case View::Kind::leaf:
        for (int i = 0; i < view.leaf.rank; ++i) out_ += "[]";
        out_ += support::name(view.leaf.elem);
        return;
      case View::Kind::function: out_ += "#<fun>"; return;
      case View::Kind::tuple:
        return list(view.parts, "(", ", ", ")", [&](const auto& part) { type(part.second); });
      case View::Kind::record:
        return list(view.parts, "{", ", ", "}", [&](const auto& part) {
          out_ += part.first + ": ";
          type(part.second);
        });
      case View::Kind::sum:
        return list(view.constructors, "", " | ", "", [&](const auto& constructor) {
          out_ += "#" + constructor.first;
          for (const auto& payload : constructor.second) {
            out_ += ' ';
            type(payload);
          }
        });
      case View::Kind::array:
        for (int i = 0; i < view.rank; ++i) out_ += "[]";
        return type(view.parts[0].second);
    }
  }

  runtime::Text& out_;
  Style style_;
  const ViewOptions& options_;
  bool ends_with_type_ = false;
};

}  // namespace

bool print_view(runtime::Text& out, const View& view, Values values, Style style,
                const ViewOptions& options) {
  Printer printer(out, style, options);
  if (style == Style::human || view.kind != View::Kind::tuple) {
    printer.print(view, values, 0, false);
    return view.kind != View::Kind::sum && printer.ends_with_type();
  }
  std::size_t column = 0;
  for (const auto& part : view.parts) {
    const auto n = width(part.second);
    if (!out.empty()) out += '\n';
    printer.print(part.second, values.first(n), column, false);
    values = values.subspan(n);
    column += n;
  }
  return false;
}

std::string print_view(const View& view, Values values, Style style, const ViewOptions& options) {
  return runtime::text_of(
      [&](runtime::Text& out) { print_view(out, view, values, style, options); });
}

}  // namespace laguz::driver

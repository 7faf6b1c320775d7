#include "driver/print_view.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "support/assert.hpp"

namespace laguz::driver {
namespace {

using core::View;
using runtime::Array;
using runtime::Style;
using runtime::Value;
using Values = std::span<const Value>;

/// How many elements of a dimension are shown before and after an ellipsis.
constexpr std::int64_t kEdge = 3;

class Printer {
 public:
  Printer(runtime::Text& out, Style style, std::int64_t limit)
      : out_(out), style_(style), limit_(limit) {}

  /// Whether the text ends with the type of what has been printed last.
  bool ends_with_type() const { return ends_with_type_; }

  /// [flat]: on one line, as elements of arrays and payloads of constructors are.
  void print(const View& view, Values values, bool flat) {
    ends_with_type_ = false;
    switch (view.kind) {
      case View::Kind::leaf: return leaf(values[0], flat);
      case View::Kind::function: out_ += "#<fun>"; return;
      case View::Kind::tuple: return parts(view, values, flat, '(', ')');
      case View::Kind::record: return parts(view, values, flat, '{', '}');
      case View::Kind::sum: return sum(view, values, false);
      case View::Kind::array: return array(view, values, flat);
    }
  }

 private:
  void separate(bool flat, std::size_t indent) {
    out_ += flat ? ", " : ",\n";
    if (!flat) out_.append(indent, ' ');
  }

  void leaf(const Value& value, bool flat) {
    const auto* array = std::get_if<Array>(&value);
    if (array != nullptr && limit_ > 0 && array->rank() > 0 && array->size() > limit_) {
      elided(*array, flat);
      shape(array->shape().span());
      out_ += support::name(array->type());
      ends_with_type_ = true;
      return;
    }
    runtime::print_to(out_, value, style_, flat);
  }

  void shape(std::span<const std::int64_t> dims) {
    out_ += " : ";
    for (auto n : dims) out_ += fmt::format("[{}]", n);
  }

  /// Calls [item] for the indices that are shown and puts what stands between them. [elide]: only
  /// the edges of a long dimension.
  template <class Item>
  void edges(std::int64_t n, bool flat, bool elide, Item item) {
    const auto indent = out_.column() + 1;
    out_ += '[';
    for (std::int64_t i = 0; i < n; ++i) {
      if (i > 0) separate(flat, indent);
      if (elide && n > 2 * kEdge + 1 && i == kEdge) {
        out_ += "…";
        i = n - kEdge - 1;
        continue;
      }
      item(i);
    }
    out_ += ']';
  }

  void elided(const Array& array, bool flat) {
    edges(array.length(), flat || array.rank() == 1, true, [&](std::int64_t i) {
      if (array.rank() == 1) {
        runtime::print_to(out_, array.get({&i, 1}), style_);
      } else {
        elided(array.row(i), flat);
      }
    });
  }

  void parts(const View& view, Values values, bool flat, char open, char close) {
    out_ += open;
    const auto indent = out_.column();
    bool first = true;
    for (const auto& [name, part] : view.parts) {
      if (!first) separate(flat, indent);
      first = false;
      if (view.kind == View::Kind::record) out_ += name + " = ";
      const auto n = width(part);
      print(part, values.first(n), flat);
      values = values.subspan(n);
    }
    out_ += close;
    ends_with_type_ = false;
  }

  void sum(const View& view, Values values, bool nested) {
    const auto tag = std::get<support::Scalar>(values[0]).bits;
    values = values.subspan(1);
    for (std::size_t c = 0; c < view.constructors.size(); ++c) {
      const auto& [name, payloads] = view.constructors[c];
      if (c == tag) out_ += (nested ? "(#" : "#") + name;
      for (const auto& payload : payloads) {
        const auto n = width(payload);
        if (c == tag) {
          out_ += ' ';
          if (payload.kind == View::Kind::sum)
            sum(payload, values.first(n), true);
          else
            print(payload, values.first(n), true);
        }
        values = values.subspan(n);
      }
      if (c != tag) continue;
      if (nested) out_ += ')';
      return;
    }
    LAGUZ_ASSERT(false, "a tag without a constructor");
  }

  void array(const View& view, Values values, bool flat) {
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
    const bool limited = limit_ > 0 && size > limit_;
    rows(view, values, view.rank, flat, limited);
    if (limited) {
      shape(dims);
      type(view.parts[0].second);
    }
    ends_with_type_ = limited;
  }

  void rows(const View& view, Values values, int rank, bool flat, bool limited) {
    if (rank == 0) return print(view.parts[0].second, values, true);
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
      rows(view, row, rank - 1, flat, limited);
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
  std::int64_t limit_;
  bool ends_with_type_ = false;
};

}  // namespace

std::size_t width(const View& view) {
  std::size_t sum = 0;
  switch (view.kind) {
    case View::Kind::leaf: return 1;
    case View::Kind::function: return 0;
    case View::Kind::tuple:
    case View::Kind::record:
    case View::Kind::array:
      for (const auto& part : view.parts) sum += width(part.second);
      return sum;
    case View::Kind::sum:
      for (const auto& constructor : view.constructors)
        for (const auto& payload : constructor.second) sum += width(payload);
      return sum + 1;
  }
  return sum;
}

bool print_view(runtime::Text& out, const View& view, Values values, Style style,
                std::int64_t limit) {
  Printer printer(out, style, limit);
  if (style == Style::human || view.kind != View::Kind::tuple) {
    printer.print(view, values, false);
    return view.kind != View::Kind::sum && printer.ends_with_type();
  }
  for (const auto& part : view.parts) {
    const auto n = width(part.second);
    if (!out.empty()) out += '\n';
    printer.print(part.second, values.first(n), false);
    values = values.subspan(n);
  }
  return false;
}

std::string print_view(const View& view, Values values, Style style, std::int64_t limit) {
  return runtime::text_of([&](runtime::Text& out) { print_view(out, view, values, style, limit); });
}

}  // namespace laguz::driver

#include "driver/data/files.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "driver/data/npy.hpp"
#include "driver/data/refuse.hpp"
#include "driver/json_value.hpp"
#include "driver/print_view.hpp"
#include "driver/testing/values.hpp"
#include "engine/arguments.hpp"
#include "runtime/value_text.hpp"
#include "support/diagnostic.hpp"
#include "support/file_read.hpp"
#include "support/file_write.hpp"

namespace laguz::driver::data {

void refuse(const std::string& name, const std::string& why, const std::string& hint) {
  support::UserError error(support::Phase::usage, {}, fmt::format("{}: {}", name, why));
  error.diagnostic().hint = hint;
  throw error;
}

namespace {

using core::View;
using runtime::Value;

enum class Format : std::uint8_t { npy, json, csv, values };

Format format_of(const std::string& path) {
  const std::string end = std::filesystem::path(path).extension().string();
  if (end == ".npy") return Format::npy;
  if (end == ".json") return Format::json;
  return end == ".csv" || end == ".tsv" ? Format::csv : Format::values;
}

/// The one value of a data file of Futhark's.
Value single(const std::string& path) {
  auto values = runtime::read_values(testing::read_data(path));
  if (values.size() != 1)
    refuse(path, fmt::format("it has {} values instead of one.", values.size()));
  return std::move(values[0]);
}

View view_of(const Value& value) {
  View view;
  if (const auto* scalar = std::get_if<support::Scalar>(&value)) {
    view.leaf = {scalar->type, 0, false};
  } else {
    const auto& array = std::get<runtime::Array>(value);
    view.leaf = {array.type(), static_cast<std::uint8_t>(array.rank()), false};
  }
  return view;
}

}  // namespace

bool has_format(const std::string& path) { return format_of(path) != Format::values; }

Typed read_data_file(const std::string& path) {
  const auto text = [&] { return support::read_file(path); };
  const auto with_view = [](Value value) {
    View view = view_of(value);
    return Typed{std::move(view), {std::move(value)}};
  };
  switch (format_of(path)) {
    case Format::npy: return with_view(read_npy(path, text()));
    case Format::json: return read_json(path, text());
    case Format::csv: return read_csv(path, text());
    case Format::values: break;
  }
  return with_view(single(path));
}

std::vector<Value> read_data_file(const std::string& path, const View& view) {
  const Format format = format_of(path);
  if (format == Format::json) return read_json(path, support::read_file(path), view);
  if (format == Format::csv) return read_csv(path, support::read_file(path), view);
  const Value value =
      format == Format::npy ? read_npy(path, support::read_file(path)) : single(path);
  const View found = view_of(value);
  if (view.kind != View::Kind::leaf || found.leaf.rank != view.leaf.rank)
    refuse(path, fmt::format("it has {}, which is another type.", engine::type_of(value)));
  return {with_type(path, value, view.leaf.elem)};
}

void write_data_file(const std::string& path, const View& view, const std::vector<Value>& values,
                     bool binary) {
  std::string text;
  switch (format_of(path)) {
    case Format::npy:
      if (view.kind != View::Kind::leaf) refuse(path, "an .npy file has one array or number.");
      text = npy_of(values[0]);
      break;
    case Format::json: text = json_value(view, values) + "\n"; break;
    case Format::csv: text = csv_of(path, view, values); break;
    case Format::values:
      if (binary)
        for (const Value& value : values) text += runtime::to_binary(value);
      else
        text = print_view(view, values, runtime::Style::machine) + "\n";
  }
  support::write_file(path, text);
}

}  // namespace laguz::driver::data

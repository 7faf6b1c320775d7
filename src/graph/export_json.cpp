// A picture for other programs.
#include <cmath>

#include <fmt/format.h>

#include "core/print.hpp"
#include "graph/export.hpp"
#include "graph/export_names.hpp"

namespace laguz::graph {
namespace {

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<int>(c));
    } else {
      out += c;
    }
  }
  return out + '"';
}

class JsonWriter {
 public:
  explicit JsonWriter(const Picture& picture) : picture_(picture) {}

  std::string write() const {
    return fmt::format(
        "{{\"name\":{},\"count\":{},\"requests\":{},\"shared\":{},\"tree\":{},\"inputs\":{},"
        "\"nodes\":{},\"results\":{}}}\n",
        quoted(picture_.name), picture_.count, picture_.requests, picture_.shared,
        count(picture_.tree), binders(picture_.inputs), nodes(picture_.nodes),
        atoms(picture_.results));
  }

 private:
  template <class Items, class Item>
  static std::string list(const Items& items, Item item) {
    std::string out = "[";
    for (const auto& one : items) {
      if (out.size() > 1) out += ',';
      out += item(one);
    }
    return out + "]";
  }

  /// A number while it is exact; always its logarithm.
  static std::string count(const Count& count) {
    std::string out = "{";
    if (count.is_exact()) out += fmt::format("\"exact\":{:.0f},", count.mantissa());
    const double bits = count.log2();
    return out + (std::isfinite(bits) ? fmt::format("\"log2\":{:.4f}}}", bits) : "\"log2\":null}");
  }

  std::string binder(const core::Binder& b) const {
    std::string out = fmt::format("{{\"id\":{}", b.id);
    if (auto found = picture_.names.find(b.id); found != picture_.names.end())
      out += ",\"name\":" + quoted(found->second);
    out += ",\"type\":" + quoted(core::print(b.type));
    if (auto found = picture_.bytes.find(b.id); found != picture_.bytes.end())
      out += fmt::format(",\"bytes\":{}", found->second);
    return out + "}";
  }
  std::string binders(const core::Binders& all) const {
    return list(all, [this](const core::Binder& b) { return binder(b); });
  }
  std::string atoms(const core::Atoms& all) const {
    return list(all, [this](const core::Atom& a) {
      return a.is_constant() ? "{\"constant\":" + quoted(atom_name(picture_, a)) + "}"
                             : fmt::format("{{\"id\":{}}}", a.var);
    });
  }

  static std::string source(support::Span span) {
    const auto from = span.file->position(span.lo);
    return fmt::format("{{\"file\":{},\"line\":{},\"column\":{},\"place\":{}}}",
                       quoted(span.file->name()), from.line, from.column,
                       quoted(support::locate(span)));
  }

  std::string nodes(const std::vector<Shown>& all) const {
    return list(all, [this](const Shown& node) {
      std::string out = "{\"op\":" + quoted(node.op);
      if (!node.detail.empty()) out += ",\"detail\":" + quoted(node.detail);
      out += ",\"results\":" + binders(node.results) + ",\"operands\":" + atoms(node.operands);
      out += fmt::format(",\"uses\":{},\"tree\":{}", node.uses, count(node.tree));
      if (node.span) out += ",\"source\":" + source(node.span);
      if (!node.regions.empty())
        out += ",\"regions\":" + list(node.regions, [this](const Shown::Region& region) {
                 return fmt::format("{{\"label\":{},\"params\":{},\"nodes\":{},\"results\":{}}}",
                                    quoted(region.label), binders(region.params),
                                    nodes(region.nodes), atoms(region.results));
               });
      return out + "}";
    });
  }

  const Picture& picture_;
};

}  // namespace

std::string to_json(const Picture& picture) { return JsonWriter(picture).write(); }

}  // namespace laguz::graph

// A picture for Graphviz: data flows along the arrows; a region is a box.
#include <fmt/format.h>

#include "core/print.hpp"
#include "graph/export.hpp"
#include "graph/export_names.hpp"

namespace laguz::graph {
namespace {

std::string escaped(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

class DotWriter {
 public:
  explicit DotWriter(const Picture& picture) : picture_(picture) {}

  std::string write() {
    out_ += fmt::format("digraph \"{}\" {{\n", escaped(picture_.name));
    out_ += fmt::format("  label=\"{}: {}; as a tree: {}\";\n", escaped(picture_.name),
                        picture_.count_text(), picture_.tree.text());
    out_ += "  node [shape=box, fontname=\"monospace\", fontsize=10];\n";
    for (const auto& input : picture_.inputs) leaf(input);
    nodes(picture_.nodes);
    for (std::size_t i = 0; i < picture_.results.size(); ++i) {
      out_ += fmt::format("  result{} [shape=doublecircle, label=\"{}\"];\n", i, i);
      edge(picture_.results[i], fmt::format("result{}", i), "");
    }
    return std::move(out_ += "}\n");
  }

 private:
  void leaf(const core::Binder& binder) {
    out_ += fmt::format("  n{} [shape=ellipse, label=\"{} : {}\"];\n", binder.id,
                        escaped(variable_name(picture_, binder.id)), core::print(binder.type));
    home_[binder.id] = binder.id;
  }

  void edge(const core::Atom& from, const std::string& to, const char* attributes) {
    if (from.is_constant()) return;
    const auto found = home_.find(from.var);
    const core::VarId home = found == home_.end() ? from.var : found->second;
    out_ += fmt::format("  n{} -> {}{};\n", home, to, attributes);
  }

  void nodes(const std::vector<Shown>& all) {
    for (const Shown& node : all) {
      // A node without results (an assertion, an effect) has a name of its own.
      const std::string name = node.results.empty() ? fmt::format("e{}", ++effects_)
                                                    : fmt::format("n{}", node.results[0].id);
      std::string label = node.op;
      if (!node.detail.empty()) label += " " + node.detail;
      for (const auto& operand : node.operands)
        label += operand.is_constant() ? " " + atom_name(picture_, operand) : " ·";
      for (const auto& result : node.results) {
        home_[result.id] = node.results[0].id;
        label += "\n" + variable_name(picture_, result.id) + " : " + core::print(result.type);
        if (auto found = picture_.bytes.find(result.id); found != picture_.bytes.end())
          label += fmt::format(", {} B", found->second);
      }
      std::string shown;
      for (char c : escaped(label)) shown += c == '\n' ? std::string("\\n") : std::string(1, c);
      out_ += fmt::format("  {} [label=\"{}\", tooltip=\"{}\"];\n", name, shown,
                          node.span ? escaped(support::locate(node.span)) : "");
      for (const auto& operand : node.operands) edge(operand, name, "");
      for (const auto& region : node.regions) {
        out_ += fmt::format("  subgraph cluster{} {{\n  label=\"{}\";\n", ++clusters_,
                            escaped(region.label));
        for (const auto& param : region.params) leaf(param);
        nodes(region.nodes);
        out_ += "  }\n";
        for (const auto& result : region.results) edge(result, name, " [style=dashed]");
      }
    }
  }

  const Picture& picture_;
  std::string out_;
  std::map<core::VarId, core::VarId> home_;  ///< results of one node share its box
  int clusters_ = 0, effects_ = 0;
};

}  // namespace

std::string to_dot(const Picture& picture) { return DotWriter(picture).write(); }

}  // namespace laguz::graph

// A picture as text: the graph, and the tree that it stands for.
#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "core/print.hpp"
#include "graph/export.hpp"
#include "graph/export_names.hpp"

namespace laguz::graph {
namespace {

class TextWriter {
 public:
  explicit TextWriter(const Picture& picture) : picture_(picture) {}

  std::string graph() {
    out_ += fmt::format("{}: {} ({} of {} expressions met an equal node); ", picture_.name,
                        picture_.count_text(), picture_.shared, picture_.requests);
    out_ += fmt::format("the tree without sharing has {}\n", picture_.tree.text());
    for (const auto& input : picture_.inputs)
      out_ += fmt::format("  {} = input{}\n", binder(input), bytes(input.id, "  ; "));
    nodes(picture_.nodes, 1);
    out_ += "  -> " + atoms(picture_.results) + "\n";
    if (!picture_.bytes.empty()) {
      std::size_t sum = 0;
      for (const auto& [id, size] : picture_.bytes) sum += size;
      out_ += fmt::format("{} bytes in all\n", sum);
    }
    return std::move(out_);
  }

  std::string tree(std::size_t most) {
    out_ += fmt::format("{}: {}; the tree without sharing has {}\n", picture_.name,
                        picture_.count_text(), picture_.tree.text());
    index(picture_.nodes);
    left_ = most;
    for (const auto& result : picture_.results) {
      if (!branch(result, 1)) {
        out_ += fmt::format("  … and so on: {} lines of {}\n", most, picture_.tree.text());
        break;
      }
    }
    return std::move(out_);
  }

 private:
  std::string variable(core::VarId id) const { return variable_name(picture_, id); }
  std::string atom(const core::Atom& a) const { return atom_name(picture_, a); }
  std::string binder(const core::Binder& b) const {
    return fmt::format("{} : {}", variable(b.id), core::print(b.type));
  }
  std::string atoms(const core::Atoms& all) const {
    std::string out;
    for (const auto& a : all) out += (out.empty() ? "" : ", ") + atom(a);
    return out;
  }
  std::string binders(const core::Binders& all) const {
    std::string out;
    for (const auto& b : all) out += (out.empty() ? "" : ", ") + binder(b);
    return out;
  }
  std::string bytes(core::VarId id, const char* before) const {
    const auto found = picture_.bytes.find(id);
    return found == picture_.bytes.end() ? std::string()
                                         : fmt::format("{}{} bytes", before, found->second);
  }

  static std::string operation(const Shown& node) {
    return node.detail.empty() ? node.op : fmt::format("{}<{}>", node.op, node.detail);
  }

  void nodes(const std::vector<Shown>& all, int depth) {
    for (const Shown& node : all) {
      std::string line(static_cast<std::size_t>(depth) * 2, ' ');
      line += binders(node.results);
      if (!node.results.empty()) line += " = ";
      line += operation(node);
      for (const auto& operand : node.operands) line += " " + atom(operand);
      constexpr std::size_t kColumn = 44;
      if (line.size() < kColumn) line.append(kColumn - line.size(), ' ');
      line += fmt::format("  ; {} use{}", node.uses, node.uses == 1 ? "" : "s");
      for (const auto& result : node.results) line += bytes(result.id, ", ");
      if (node.span) line += ", " + support::locate(node.span);
      out_ += line + "\n";
      for (const auto& region : node.regions) {
        const std::string indent(static_cast<std::size_t>(depth + 1) * 2, ' ');
        out_ += fmt::format("{}{} ({})\n", indent, region.label, binders(region.params));
        nodes(region.nodes, depth + 2);
        out_ += fmt::format("{}  -> {}\n", indent, atoms(region.results));
      }
    }
  }

  void index(const std::vector<Shown>& all) {
    for (const Shown& node : all) {
      for (const auto& result : node.results) by_id_[result.id] = &node;
      for (const auto& region : node.regions) index(region.nodes);
    }
  }

  /// False when the lines are used up.
  bool branch(const core::Atom& a, int depth) {
    if (a.is_constant()) return true;
    if (left_ == 0) return false;
    --left_;
    out_.append(static_cast<std::size_t>(depth) * 2, ' ');
    const auto found = by_id_.find(a.var);
    if (found == by_id_.end()) {
      out_ += variable(a.var) + "\n";
      return true;
    }
    const Shown& node = *found->second;
    out_ += variable(a.var) + " = " + operation(node);
    for (const auto& operand : node.operands)
      out_ += operand.is_constant() ? " " + atom(operand) : " _";
    out_ += "\n";
    for (const auto& operand : node.operands)
      if (!branch(operand, depth + 1)) return false;
    for (const auto& region : node.regions)
      for (const auto& result : region.results)
        if (!branch(result, depth + 1)) return false;
    return true;
  }

  const Picture& picture_;
  std::string out_;
  std::unordered_map<core::VarId, const Shown*> by_id_;
  std::size_t left_ = 0;
};

}  // namespace

std::string variable_name(const Picture& picture, core::VarId id) {
  const auto found = picture.names.find(id);
  return fmt::format("{}_{}", found == picture.names.end() ? "t" : found->second, id);
}

std::string atom_name(const Picture& picture, const core::Atom& atom) {
  return atom.is_constant() ? runtime::print(atom.scalar(), runtime::Style::machine)
                            : variable_name(picture, atom.var);
}

std::string to_text(const Picture& picture) { return TextWriter(picture).graph(); }
std::string to_tree(const Picture& picture, std::size_t most) {
  return TextWriter(picture).tree(most);
}

}  // namespace laguz::graph

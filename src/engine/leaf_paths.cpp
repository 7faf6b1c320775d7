#include "engine/leaf_paths.hpp"

#include <fmt/format.h>

namespace laguz::engine {
namespace {

using core::View;

void collect(const View& view, const LeafPath& path, std::vector<LeafPath>& paths) {
  switch (view.kind) {
    case View::Kind::leaf: paths.push_back(path.with_indices(view.leaf.rank)); return;
    case View::Kind::function: return;
    case View::Kind::array:
      return collect(view.parts[0].second, path.with_indices(view.rank), paths);
    case View::Kind::tuple:
    case View::Kind::record:
      for (const auto& [name, part] : view.parts) collect(part, path.with("." + name), paths);
      return;
    case View::Kind::sum:
      paths.push_back(path);  // the constructor
      for (const auto& [name, payloads] : view.constructors)
        for (std::size_t k = 0; k < payloads.size(); ++k)
          collect(payloads[k],
                  path.with(payloads.size() == 1 ? fmt::format("#{}", name)
                                                 : fmt::format("#{}.{}", name, k)),
                  paths);
      return;
  }
}

}  // namespace

LeafPath LeafPath::with(std::string_view text) const {
  LeafPath path = *this;
  path.text_ += text;
  return path;
}

LeafPath LeafPath::with_indices(int rank) const {
  if (rank == 0) return *this;
  LeafPath path = *this;
  path.before_.emplace_back(std::move(path.text_), rank);
  path.text_.clear();
  return path;
}

std::string LeafPath::at(std::span<const std::int64_t> indices) const {
  std::string path;
  for (const auto& [text, rank] : before_) {
    const auto count = static_cast<std::size_t>(rank);
    path += fmt::format("{}[{}]", text, fmt::join(indices.first(count), ", "));
    indices = indices.subspan(count);
  }
  return path + text_;
}

std::string LeafPath::text() const {
  std::string path;
  for (const auto& [text, rank] : before_) path += text;
  return path + text_;
}

std::vector<LeafPath> leaf_paths(const core::View& view, const std::string& name) {
  std::vector<LeafPath> paths;
  collect(view, LeafPath(name), paths);
  return paths;
}

}  // namespace laguz::engine

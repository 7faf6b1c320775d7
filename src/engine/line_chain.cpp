#include "engine/line_chain.hpp"

#include <algorithm>

namespace laguz::engine {

using Id = core::Statistics::Id;

std::vector<std::size_t> longest_way(const std::vector<core::Statistics::Site>& sites,
                                     const std::vector<std::size_t>& marks) {
  struct Way {
    std::size_t length = 0;
    std::size_t mark = 0;  ///< the last one
    Id from = core::Statistics::kNowhere;
  };
  std::vector<Way> ways(sites.size());
  Id longest = core::Statistics::kNowhere;
  for (Id id = 1; id < sites.size(); ++id) {
    Way& way = ways[id];
    for (const Id read : sites[id].reads)
      if (ways[read].length > way.length) way = {ways[read].length, ways[read].mark, read};
    if (marks[id] != 0 && marks[id] != way.mark) {
      ++way.length;
      way.mark = marks[id];
    }
    if (way.length > ways[longest].length) longest = id;
  }
  std::vector<std::size_t> order;
  for (Id id = longest; id != core::Statistics::kNowhere; id = ways[id].from)
    if (marks[id] != 0) order.push_back(marks[id]);
  std::reverse(order.begin(), order.end());
  std::vector<std::size_t> once;
  for (const std::size_t mark : order)
    if (std::find(once.begin(), once.end(), mark) == once.end()) once.push_back(mark);
  return once;
}

}  // namespace laguz::engine

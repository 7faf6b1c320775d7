#include "driver/bench/earlier.hpp"

#include <nlohmann/json.hpp>

#include "support/diagnostic.hpp"
#include "support/file_read.hpp"

namespace laguz::driver::bench {

Earlier read_earlier(const std::string& path) {
  using Json = nlohmann::json;
  const Json all = Json::parse(support::read_file(path, {.regular = true}), nullptr, false);
  Earlier earlier;
  try {
    for (const auto& program : all.items())
      for (const auto& row : program.value().at("datasets").items()) {
        if (!row.value().is_object()) continue;  // it failed
        auto runs = row.value().at("runtimes").get<std::vector<double>>();
        if (!runs.empty()) earlier[program.key()][row.key()] = std::move(runs);
      }
  } catch (const Json::exception&) {
    earlier.clear();
  }
  if (earlier.empty())
    throw support::UserError(support::Phase::usage, {},
                             path + " has no measurements that 'laguz bench --json' wrote.");
  return earlier;
}

}  // namespace laguz::driver::bench

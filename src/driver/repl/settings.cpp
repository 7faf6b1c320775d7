#include "driver/repl/settings.hpp"

#include <charconv>
#include <functional>
#include <map>

#include <fmt/format.h>

#include "driver/options.hpp"
#include "support/nearest.hpp"

namespace laguz::driver::repl {

namespace {

bool read_flag(const std::string& text, bool& flag) {
  if (text != "on" && text != "off") return false;
  flag = text == "on";
  return true;
}

template <class T>
bool read_number(const std::string& text, T least, T& number) {
  T read{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), read);
  if (error != std::errc() || end != text.data() + text.size() || !(read >= least)) return false;
  number = read;
  return true;
}

const char* word(bool flag) { return flag ? "on" : "off"; }

[[noreturn]] void wrong(std::string message, std::string hint) {
  support::UserError error(support::Phase::usage, {}, std::move(message));
  error.diagnostic().hint = std::move(hint);
  throw error;
}

}  // namespace

std::vector<std::string> set_or_show(Settings& s, Session& session, const std::string& text) {
  support::Governor& governor = session.governor();
  eval::Options& eval = session.options().eval;
  struct Setting {
    std::string_view help;
    std::function<std::string()> show;
    std::function<bool(const std::string&)> read;
  };
  const std::map<eval::Tier, std::string> tiers{{eval::Tier::scalar, "scalar"},
                                                {eval::Tier::lanes, "lanes"},
                                                {eval::Tier::automatic, "auto"},
                                                {eval::Tier::machine, "machine"}};
  const std::map<std::string, Setting> settings{
      {"chunk",
       {"chunk size of stream_seq; 0: Laguz chooses", [&] { return std::to_string(eval.chunk); },
        [&](const auto& t) { return read_number<std::int64_t>(t, 0, eval.chunk); }}},
      {"limit",
       {"arrays with more elements are shown by their edges; 0: never",
        [&] { return std::to_string(s.limit); },
        [&](const auto& t) { return read_number<std::int64_t>(t, 0, s.limit); }}},
      {"memo",
       {"whether what the session has is taken, not computed again: on or off",
        [&] { return word(session.options().memo); },
        [&](const auto& t) { return read_flag(t, session.options().memo); }}},
      {"memory",
       {"most memory, such as 512M or 2G",
        [&] { return std::to_string(governor.account().limit()); },
        [&](const auto& t) {
          const auto bytes = parse_bytes(t);
          if (bytes) governor.account().set_limit(*bytes);
          return bytes.has_value();
        }}},
      {"nan",
       {"whether inputs fail where a float first is no number: on or off",
        [&] { return word(session.options().debug_nans); },
        [&](const auto& t) { return read_flag(t, session.options().debug_nans); }}},
      {"threads",
       {"threads; 0: one for each core", [&] { return std::to_string(eval.threads); },
        [&](const auto& t) { return read_number(t, 0, eval.threads); }}},
      {"tier",
       {"how maps and loops run: auto, lanes, scalar or machine",
        [&] { return tiers.at(eval.tier); },
        [&](const auto& t) {
          for (const auto& tier : tiers)
            if (tier.second == t) eval.tier = tier.first;
          return tiers.at(eval.tier) == t;
        }}},
      {"timeout",
       {"most seconds for one input; 0: no limit",
        [&] { return fmt::format("{}", governor.seconds()); },
        [&](const auto& t) {
          double seconds = 0;
          if (!read_number(t, 0.0, seconds)) return false;
          governor.set_seconds(seconds);
          return true;
        }}},
      {"timing",
       {"how long each value took: on or off", [&] { return word(s.timing); },
        [&](const auto& t) { return read_flag(t, s.timing); }}},
      {"trail",
       {"values without a name whose past is kept for derivatives",
        [&] { return std::to_string(session.options().trail); },
        [&](const auto& t) { return read_number<std::size_t>(t, 0, session.options().trail); }}},
      {"types",
       {"the type after each value: on or off", [&] { return word(s.types); },
        [&](const auto& t) { return read_flag(t, s.types); }}},
  };
  const auto blank = text.find(' ');
  const std::string name = text.substr(0, blank);
  if (name.empty()) {
    std::vector<std::string> lines;
    for (const auto& [known, setting] : settings)
      lines.push_back(fmt::format("  {:<9}{:<14}{}", known, setting.show(), setting.help));
    return lines;
  }
  const auto found = settings.find(name);
  if (found == settings.end()) {
    std::vector<std::string> known;
    for (const auto& setting : settings) known.emplace_back(setting.first);
    const auto near = support::nearest(name, known);
    wrong(fmt::format("There is no setting \"{}\".", name),
          near ? fmt::format("did you mean {}?", *near) : ":set lists them.");
  }
  if (blank == std::string::npos) return {found->second.show()};
  const std::string value = text.substr(text.find_first_not_of(' ', blank));
  if (found->second.read(value)) return {};
  wrong(fmt::format("\"{}\" will not do.", value),
        fmt::format("{}: {}.", name, found->second.help));
}

}  // namespace laguz::driver::repl

#include "driver/repl/settings.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>

#include <fmt/format.h>

#include "driver/options.hpp"
#include "driver/table_text.hpp"
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

std::string word(bool flag) { return flag ? "on" : "off"; }

/// What the settings are of.
struct Place {
  Settings& own;
  Session& session;

  eval::Options& eval() const { return session.options().eval; }
  support::Governor& governor() const { return session.governor(); }
};

struct Setting {
  std::string_view name;
  std::string_view help;
  std::string (*show)(const Place& at);
  /// False: it may not be that.
  bool (*read)(const Place& at, const std::string& text);
  std::vector<std::string> values{};  ///< all that it may be; empty: numbers
};

[[noreturn]] void wrong(std::string message, std::string hint) {
  support::UserError error(support::Phase::usage, {}, std::move(message));
  error.diagnostic().hint = std::move(hint);
  throw error;
}

struct NamedTier {
  std::string_view name;
  eval::Tier tier;
};
constexpr NamedTier kTiers[] = {{"auto", eval::Tier::automatic},
                                {"lanes", eval::Tier::lanes},
                                {"scalar", eval::Tier::scalar},
                                {"machine", eval::Tier::machine}};

std::string tier_name(eval::Tier tier) {
  const auto found = std::find_if(std::begin(kTiers), std::end(kTiers),
                                  [&](const NamedTier& one) { return one.tier == tier; });
  return std::string(found->name);
}

bool read_tier(const std::string& text, eval::Tier& tier) {
  const auto found = std::find_if(std::begin(kTiers), std::end(kTiers),
                                  [&](const NamedTier& one) { return one.name == text; });
  if (found == std::end(kTiers)) return false;
  tier = found->tier;
  return true;
}

bool read_bytes(const std::string& text, support::Governor& governor) {
  const auto bytes = parse_bytes(text);
  if (bytes) governor.account().set_limit(*bytes);
  return bytes.has_value();
}

bool read_seconds(const std::string& text, support::Governor& governor) {
  double seconds = 0;
  if (!read_number(text, 0.0, seconds)) return false;
  governor.set_seconds(seconds);
  return true;
}

/// Sorted by name.
const std::vector<Setting>& settings() {
  using Text = const std::string&;
  using At = const Place&;
  static const std::vector<Setting> kSettings{
      {"chunk", "chunk size of stream_seq; 0: Laguz chooses",
       [](At at) { return std::to_string(at.eval().chunk); },
       [](At at, Text t) { return read_number<std::int64_t>(t, 0, at.eval().chunk); }},
      {"digits", "significant digits of floats that are shown; 0: all",
       [](At at) { return std::to_string(at.own.digits); },
       [](At at, Text t) { return read_number(t, 0, at.own.digits); }},
      {"limit", "arrays with more elements are shown by their edges; 0: never",
       [](At at) { return std::to_string(at.own.limit); },
       [](At at, Text t) { return read_number<std::int64_t>(t, 0, at.own.limit); }},
      {"memo",
       "whether what the session has is taken, not computed again: on or off",
       [](At at) { return word(at.session.options().memo); },
       [](At at, Text t) { return read_flag(t, at.session.options().memo); },
       {"on", "off"}},
      {"memory", "most memory, such as 512M or 2G",
       [](At at) { return std::to_string(at.governor().account().limit()); },
       [](At at, Text t) { return read_bytes(t, at.governor()); }},
      {"nan",
       "whether inputs fail where a float first is no number: on or off",
       [](At at) { return word(at.session.options().debug_nans); },
       [](At at, Text t) { return read_flag(t, at.session.options().debug_nans); },
       {"on", "off"}},
      {"threads", "threads; 0: one for each core",
       [](At at) { return std::to_string(at.eval().threads); },
       [](At at, Text t) { return read_number(t, 0, at.eval().threads); }},
      {"tier",
       "how maps and loops run: auto, lanes, scalar or machine",
       [](At at) { return tier_name(at.eval().tier); },
       [](At at, Text t) { return read_tier(t, at.eval().tier); },
       {"auto", "lanes", "scalar", "machine"}},
      {"timeout", "most seconds for one input; 0: no limit",
       [](At at) { return fmt::format("{}", at.governor().seconds()); },
       [](At at, Text t) { return read_seconds(t, at.governor()); }},
      {"timing",
       "how long each value took: on or off",
       [](At at) { return word(at.own.timing); },
       [](At at, Text t) { return read_flag(t, at.own.timing); },
       {"on", "off"}},
      {"trail", "values without a name whose past is kept for derivatives",
       [](At at) { return std::to_string(at.session.options().trail); },
       [](At at, Text t) { return read_number<std::size_t>(t, 0, at.session.options().trail); }},
      {"types",
       "the type after each value: on or off",
       [](At at) { return word(at.own.types); },
       [](At at, Text t) { return read_flag(t, at.own.types); },
       {"on", "off"}},
  };
  return kSettings;
}

/// Of the table, in [columns]; 0: in one line.
std::string row(std::string_view name, const std::string& value, std::string_view help,
                int columns) {
  constexpr int kBefore = 25, kLeastBeside = 40;
  std::string text = fmt::format("  {:<9}{:<14}", name, value);
  if (columns == 0) return text + std::string(help);
  const bool beside = columns - kBefore >= kLeastBeside;
  if (!beside) text = text.substr(0, text.find_last_not_of(' ') + 1) + "\n    ";
  text += beside ? wrapped(help, columns, kBefore, kBefore) : wrapped(help, columns, 4, 4);
  text.pop_back();  // the end of the line
  return text;
}

const Setting* find_setting(std::string_view name) {
  const auto found = std::find_if(settings().begin(), settings().end(),
                                  [&](const Setting& one) { return one.name == name; });
  return found == settings().end() ? nullptr : &*found;
}

}  // namespace

std::vector<std::string> set_or_show(Settings& own, Session& session, const std::string& text,
                                     int columns) {
  const Place place{own, session};
  const auto blank = text.find(' ');
  const std::string name = text.substr(0, blank);
  if (name.empty()) {
    std::vector<std::string> lines;
    for (const Setting& setting : settings())
      lines.push_back(row(setting.name, setting.show(place), setting.help, columns));
    return lines;
  }
  const Setting* const setting = find_setting(name);
  if (setting == nullptr) {
    const auto near = support::nearest(name, setting_names());
    wrong(fmt::format("There is no setting \"{}\".", name),
          near ? fmt::format("did you mean {}?", *near) : ":set lists them.");
  }
  if (blank == std::string::npos) return {setting->show(place)};
  const std::string value = text.substr(text.find_first_not_of(' ', blank));
  if (setting->read(place, value)) return {};
  wrong(fmt::format("\"{}\" will not do.", value), fmt::format("{}: {}.", name, setting->help));
}

std::vector<std::string> setting_names() {
  std::vector<std::string> names;
  for (const Setting& setting : settings()) names.emplace_back(setting.name);
  return names;
}

std::vector<std::string> setting_values(std::string_view name) {
  const Setting* const setting = find_setting(name);
  return setting == nullptr ? std::vector<std::string>() : setting->values;
}

std::vector<std::pair<std::string_view, std::string_view>> setting_table() {
  std::vector<std::pair<std::string_view, std::string_view>> table;
  for (const Setting& setting : settings()) table.emplace_back(setting.name, setting.help);
  return table;
}

}  // namespace laguz::driver::repl

#include "driver/data/field_name.hpp"

#include <cctype>

#include "engine/engine.hpp"

namespace laguz::driver::data {

std::string field_name(std::string_view written) {
  std::string name;
  for (const char c : written)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_')
      name += c;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  if (name != written)
    while (!name.empty() && name.back() == '_') name.pop_back();
  if (name.empty() || std::isalpha(static_cast<unsigned char>(name[0])) == 0) name = "x" + name;
  return engine::may_be_name(name) ? name : name + "_";
}

}  // namespace laguz::driver::data

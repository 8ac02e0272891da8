#include "discreet/report/yaml.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

namespace discreet {
namespace {

// JSON's quotes are YAML's, except for characters that YAML wants escaped: control characters beyond ASCII, the byte
// order mark, and line ends of other alphabets, which it would fold.
std::string quoted_scalar(const std::string& text) {
  const std::string json =
      nlohmann::ordered_json(text).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  std::string result;
  for (std::size_t k = 0; k < json.size(); ++k) {
    const auto byte = [&](std::size_t ahead) {
      return k + ahead < json.size() ? static_cast<unsigned char>(json[k + ahead]) : 0U;
    };
    if (byte(0) == 0x7f) {
      result += "\\x7f";
    } else if (byte(0) == 0xc2 && byte(1) >= 0x80 && byte(1) < 0xa0) {
      result += fmt::format("\\x{:02x}", byte(1));
      k += 1;
    } else if (byte(0) == 0xe2 && byte(1) == 0x80 && (byte(2) == 0xa8 || byte(2) == 0xa9)) {
      result += byte(2) == 0xa8 ? "\\L" : "\\P";
      k += 2;
    } else if (byte(0) == 0xef && byte(1) == 0xbb && byte(2) == 0xbf) {
      result += "\\ufeff";
      k += 2;
    } else if (byte(0) == 0xef && byte(1) == 0xbf && byte(2) >= 0xbe) {
      result += byte(2) == 0xbe ? "\\ufffe" : "\\uffff";
      k += 2;
    } else {
      result += json[k];
    }
  }
  return result;
}

std::string scalar(const nlohmann::ordered_json& json) {
  if (json.is_string()) return quoted_scalar(json.get<std::string>());
  if (json.is_number_float() && !std::isfinite(json.get<double>())) {
    const double value = json.get<double>();
    return std::isnan(value) ? ".nan" : value > 0 ? ".inf" : "-.inf";
  }
  // YAML 1.1 takes 1e-09 for a word: it wants a point in a number.
  std::string text = json.dump();
  const auto e = text.find('e');
  if (json.is_number_float() && e != text.npos && text.find('.') == text.npos) text.insert(e, ".0");
  return text;
}

bool plain_key(std::string_view key) {
  return !key.empty() && key.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == key.npos && key != "null" &&
         key != "true" && key != "false" && key != "yes" && key != "no" && key != "on" && key != "off" && key != "y" &&
         key != "n";
}

void write(const nlohmann::ordered_json& json, const std::string& indent, std::string& out) {
  const auto value = [&](const nlohmann::ordered_json& part) {
    if (part.is_structured() && !part.empty()) {
      out += '\n';
      write(part, indent + "  ", out);
    } else {
      out += ' ' + scalar(part) + '\n';
    }
  };
  if (json.is_object()) {
    for (const auto& [key, part] : json.items()) {
      out += indent + (plain_key(key) ? key : quoted_scalar(key)) + ":";
      value(part);
    }
  } else {
    for (const nlohmann::ordered_json& part : json) {
      out += indent + "-";
      value(part);
    }
  }
}

}  // namespace

std::string to_yaml(const nlohmann::ordered_json& json) {
  std::string out;
  write(json, "", out);
  return out;
}

}  // namespace discreet

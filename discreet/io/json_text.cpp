#include "discreet/io/json_text.hpp"

#include <fmt/format.h>

#include <unordered_set>
#include <vector>

namespace discreet {
namespace {

constexpr std::size_t kDeepest = 64;  // copying and writing call themselves for every level
// Objects keep the order of their names and are searched from the front, so that time grows with the square.
constexpr std::size_t kMostNames = 100'000;

// Reads through a text and keeps nothing but what may be wrong with it: a hostile one is refused before anything is
// built.
class Watch final : public nlohmann::json_sax<Json> {
 public:
  const std::string& problem() const { return problem_; }

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_array(std::size_t) override { return deeper(); }
  bool end_array() override { return --depth_, true; }
  bool start_object(std::size_t) override {
    names_.emplace_back();
    return deeper();
  }
  bool end_object() override {
    names_.pop_back();
    return --depth_, true;
  }
  bool key(string_t& name) override {
    if (!names_.back().insert(name).second)
      problem_ = "a name stands twice in one object";
    else if (names_.back().size() > kMostNames)
      problem_ = fmt::format("an object has more than {} names", kMostNames);
    return problem_.empty();
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

 private:
  bool deeper() {
    if (++depth_ > kDeepest) problem_ = fmt::format("it is nested deeper than {} levels", kDeepest);
    return problem_.empty();
  }

  std::size_t depth_ = 0;
  std::vector<std::unordered_set<std::string>> names_;
  std::string problem_;
};

}  // namespace

Result<Json> parse_json(const std::string& text, const std::string& name) {
  Watch watch;
  const bool readable = Json::sax_parse(text, &watch);
  if (!watch.problem().empty())
    return wrong(Fault::data, fmt::format("{}: {}", name, watch.problem()),
                 "give a file as discreet wrote it, or a plain list of events");
  Json json = readable ? Json::parse(text, nullptr, false) : Json(Json::value_t::discarded);
  if (json.is_discarded())
    return wrong(Fault::data, fmt::format("{}: this is not JSON, or the file is cut short", name),
                 "check that it is the right file: models and events are JSON, data is not");
  return json;
}

}  // namespace discreet

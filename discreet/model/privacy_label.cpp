#include "discreet/model/privacy_label.hpp"

#include <utility>

#include "discreet/base/mistake.hpp"
#include "discreet/model/strength.hpp"

namespace discreet {
namespace {

// A list that was read from a file has the text already.
std::vector<std::string> with(std::vector<std::string> texts, std::string another) {
  if (!another.empty() && std::find(texts.begin(), texts.end(), another) == texts.end())
    texts.push_back(std::move(another));
  return texts;
}

}  // namespace

std::vector<std::string> PrivacyLabel::all_caveats() const {
  // What has no finite epsilon has said so itself, as a rule.
  if (!std::isfinite(spent.value) && !caveats.empty()) return caveats;
  return with(caveats, nominal_caveat(*this));
}

std::vector<std::string> PrivacyLabel::all_notices() const { return with(notices, delta_notice(*this)); }

bool PrivacyLabel::is_private() const {
  if (planted(Mistake::private_with_caveats)) return std::isfinite(spent.value);
  return all_caveats().empty();
}

}  // namespace discreet

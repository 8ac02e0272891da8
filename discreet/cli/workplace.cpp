#include "discreet/cli/workplace.hpp"

#include <algorithm>
#include <thread>

#include "discreet/base/split.hpp"
#include "discreet/cli/interrupt.hpp"
#include "discreet/cli/progress_bar.hpp"
#include "discreet/fit/spec.hpp"

namespace discreet {

Result<Workplace> workplace(const std::string& threads) {
  Workplace place;
  place.threads = std::max(1u, std::thread::hardware_concurrency());
  if (threads != "all") {
    const Result<std::size_t> count = read_count("threads", threads, 1);
    if (!count) return tl::unexpected(count.error());
    if (*count > 1024)
      return wrong(Fault::usage, fmt::format("--threads: {} is more than 1024", threads), "all takes every core");
    place.threads = *count;
  }
  place.bar = [] { return std::make_unique<ProgressBar>(); };
  place.stop = &await_interrupt();
  return place;
}

std::vector<std::string> listed(const std::vector<std::string>& texts) {
  std::vector<std::string> words;
  for (const std::string& text : texts)
    for (const std::string_view part : split(text, ','))
      if (!part.empty()) words.emplace_back(part);
  return words;
}

}  // namespace discreet

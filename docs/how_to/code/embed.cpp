#include <cstdio>

#include "discreet/fit/fit.hpp"
#include "discreet/io/load.hpp"
#include "discreet/io/model_file.hpp"

int main() {
  discreet::Options options;
  options.loss = "logistic";
  options.epsilon = "1";
  const auto model = discreet::ingest_rules(options)
                         .and_then([](const auto& rules) { return discreet::load("synthetic:clinic?n=5000", rules); })
                         .and_then([&](const auto& data) { return discreet::fit(data, options); });
  if (!model) return std::fprintf(stderr, "%s\n", model.error().message.c_str()), 1;
  std::printf("epsilon spent: %g\n", model->value().privacy.spent.value);
  return discreet::write_model("model.json", *model) ? 0 : 1;
}

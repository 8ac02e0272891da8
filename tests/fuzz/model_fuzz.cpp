// Model files. What can be read can be used: there are as many features as weights, and its label can be shown.
#include "discreet/io/events_file.hpp"
#include "discreet/io/model_file.hpp"
#include "tests/fuzz/input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace discreet;
  const fuzz::InputFile file({reinterpret_cast<const char*>(data), size});
  const auto model = read_model(file.path());
  if (model && model->features.size() != model->weights.size()) __builtin_trap();
  if (model && privacy_json(model->privacy).dump().empty()) __builtin_trap();
  (void)read_events(file.path(), std::nullopt);
  return 0;
}

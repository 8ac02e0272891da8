// Configuration files, on the way that the program takes them: into arguments, and those to the parser.
#include "discreet/cli/arguments.hpp"
#include "tests/fuzz/input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace discreet;
  const fuzz::InputFile file({reinterpret_cast<const char*>(data), size});
  CLI::App app("program");
  std::string epsilon, solver;
  std::vector<std::string> bounds;
  bool json = false;
  CLI::App* fit = app.add_subcommand("fit", "");
  fit->add_option("--epsilon", epsilon)->take_last();
  fit->add_option("--solver", solver)->take_last();
  fit->add_option("--bound", bounds);
  fit->add_flag("--json", json);
  const std::vector<std::string> typed{"fit", "--config", file.path()};
  (void)asks_for_json(typed);
  const auto arguments = with_config(typed, app);
  if (!arguments) return 0;
  try {
    app.parse(std::vector<std::string>(arguments->rbegin(), arguments->rend()));
  } catch (const CLI::Success&) {
    return 0;
  } catch (const CLI::ParseError& problem) {
    if (explained(problem, *arguments, app).value().message.empty()) __builtin_trap();
  }
  return 0;
}

// Test programs know the published recipes, as the program does. This file is part of each of them, so nothing leaves
// it out.
#include "discreet/fit/publications.hpp"

namespace discreet::testing {

[[maybe_unused]] const bool kKnowsRecipes = (use_research(), true);

}  // namespace discreet::testing

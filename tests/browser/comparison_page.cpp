// The page of a comparison, from its JSON on standard input: what the browser test looks at.
#include <iostream>
#include <nlohmann/json.hpp>

#include "discreet/report/comparison.hpp"

int main() { std::cout << discreet::comparison_report(nlohmann::json::parse(std::cin)); }

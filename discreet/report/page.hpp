// The shell of every report: one file with its style, its figures as JSON and, where there is one, the script that
// draws them. It may ask the network for nothing, and says so to the browser.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace discreet {

// Text as it stands in HTML, in quotes or out of them.
std::string escaped(std::string_view text);

// Six digits, as in the texts of the command line; infinite in words.
std::string short_number(double value);

struct Section {
  std::string id, title, body;
};

struct Page {
  std::string_view subject;  // what OutputKind::page calls it
  std::string title;
  std::string opening;  // below the title
  std::vector<Section> sections;
  nlohmann::json charts = nlohmann::json::array();  // see assets/charts.js
  nlohmann::json data;                              // for programs that read the page
  std::string closing;
};

std::string html_of(const Page& page);

// The place of a chart. `words` say what it shows to those who do not see it; `table` is the id of the same in figures.
std::string figure(std::string_view id, std::string_view caption, std::string_view words, std::string_view table);

// A table that scrolls by itself where it is too wide. Columns that end in "#" hold numbers, "|" is for a bar, and the
// first cell of each row is its heading. Cells are HTML.
struct Cell {
  std::string html;
};
std::string table(std::string_view id, std::string_view caption, const std::vector<std::string_view>& columns,
                  const std::vector<std::vector<Cell>>& rows, const std::vector<bool>& marked = {});

// So much of the width of its cell, for readers without scripts.
Cell bar(double share, bool below = false);

}  // namespace discreet

#include "discreet/report/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "discreet/report/assets.hpp"

namespace discreet {
namespace {

// Nothing is fetched, sent or framed; what runs stands in the page.
constexpr std::string_view kPolicy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'";

std::string scripts(const Page& page) {
  if (embedded_vega().empty() || page.charts.empty()) return {};
  // The licence asks to come along.
  return fmt::format(
      "<script>\n/*\nVega, as Debian packages it (libjs-vega). It contains parts of d3, copyright 2010-2021 "
      "Mike Bostock, under the ISC licence below.\n\n{}\n*/\n{}</script>\n<script>\n{}</script>\n",
      embedded_vega_licence(), embedded_vega(), embedded_charts());
}

// JSON that can stand in a script element whatever its strings hold.
std::string json_for_script(const nlohmann::json& json) {
  std::string result;
  // Strings that are not UTF-8 must not stop a report.
  for (const char c : json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace))
    if (c == '<')
      result += "\\u003c";
    else
      result += c;
  return result;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string short_number(double value) {
  if (std::isnan(value)) return "not a number";
  if (std::isinf(value)) return value > 0 ? "infinite" : "minus infinite";
  return fmt::format("{:.6g}", value);
}

std::string figure(std::string_view id, std::string_view caption, std::string_view words, std::string_view table) {
  if (embedded_vega().empty()) return {};
  return fmt::format(
      "<figure hidden><div class=\"chart\" id=\"chart-{}\" role=\"img\" aria-label=\"{}\" aria-details=\"{}\">"
      "<div aria-hidden=\"true\"></div></div>"
      "<figcaption>{}</figcaption></figure>\n",
      id, escaped(words), table, escaped(caption));
}

std::string table(std::string_view id, std::string_view caption, const std::vector<std::string_view>& columns,
                  const std::vector<std::vector<Cell>>& rows, const std::vector<bool>& marked) {
  const auto kind = [&](std::size_t k) -> std::string_view {
    if (columns[k].ends_with('#')) return " class=\"number\"";
    return columns[k] == "|" ? " class=\"meter\"" : "";
  };
  std::string html = fmt::format(
      "<div class=\"scroll\" role=\"region\" aria-label=\"{0}\" tabindex=\"0\"><table id=\"{1}\">"
      "<caption><span>{0}</span></caption>"
      "<thead><tr>",
      escaped(caption), id);
  for (std::size_t k = 0; k < columns.size(); ++k) {
    std::string_view name = columns[k];
    if (name.ends_with('#')) name.remove_suffix(1);
    html += name == "|" ? fmt::format("<td{}></td>", kind(k))
                        : fmt::format("<th scope=\"col\"{}>{}</th>", kind(k), escaped(name));
  }
  html += "</tr></thead><tbody>\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    html += i < marked.size() && marked[i] ? "<tr class=\"chosen\">" : "<tr>";
    for (std::size_t k = 0; k < rows[i].size(); ++k)
      html += k == 0 ? fmt::format("<th scope=\"row\">{}</th>", rows[i][k].html)
                     : fmt::format("<td{}>{}</td>", kind(k), rows[i][k].html);
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

Cell bar(double share, bool below) {
  const double width = std::isfinite(share) ? std::clamp(100 * share, 0.0, 100.0) : 0.0;
  return {fmt::format("<span class=\"bar{}\" style=\"width:{:.1f}%\"></span>", below ? " below" : "", width)};
}

std::string html_of(const Page& page) {
  std::string contents, sections;
  for (const Section& section : page.sections) {
    contents += fmt::format("<li><a href=\"#{}\">{}</a></li>", section.id, escaped(section.title));
    sections += fmt::format(
        "<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<h2 id=\"{0}-title\">{1}</h2>\n{2}</section>\n",
        section.id, escaped(section.title), section.body);
  }
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"generator\" content=\"discreet, about {}\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n"
      "<title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n"
      "<a class=\"skip\" href=\"#content\">Skip to the content</a>\n"
      "<header>\n<p class=\"maker\">discreet</p>\n<h1>{}</h1>\n{}"
      "<nav aria-label=\"On this page\"><ul>{}</ul></nav>\n</header>\n"
      "<main id=\"content\" tabindex=\"-1\">\n{}</main>\n<footer>{}</footer>\n"
      "<script type=\"application/json\" id=\"data\">{}</script>\n"
      "<script type=\"application/json\" id=\"charts\">{}</script>\n{}</body>\n</html>\n",
      kPolicy, escaped(page.subject), escaped(page.title), embedded_style(), escaped(page.title), page.opening,
      contents, sections, page.closing, json_for_script(page.data), json_for_script(page.charts), scripts(page));
}

}  // namespace discreet

// What a model's privacy label says, in plain words: the one source of the texts of all formats. The answers follow the
// questions of NIST SP 800-226 from the top of its pyramid to the bottom: docs/report.md has the list.
#pragma once

#include <string>
#include <vector>

#include "discreet/model/model.hpp"
#include "discreet/model/strength.hpp"
#include "discreet/model/warnings.hpp"

namespace discreet {

// "A private model of readmitted".
std::string title_of(const Model& model);

// One sentence: whether there is a guarantee, for what and how strong.
std::string verdict(const PrivacyLabel& label);

// A guarantee that leaves somebody who was undecided more than 98 % sure, or that may fail for a row or more.
bool is_weak(const PrivacyLabel& label);

// The probability with which somebody who was undecided becomes more sure of the truth than e^epsilon to one, at the
// most, whatever they see of releases that are mu-Gaussian private together. It is not delta, but larger.
double chance_of_more(Mu mu, Epsilon epsilon);

// What somebody who sees the model can learn about one row at the most. Empty without a guarantee.
std::string strength_in_words(const PrivacyLabel& label);

// How sure somebody who was undecided between two versions of a row can be, at that epsilon.
std::string percent_sure(double epsilon);

std::string protected_by(Neighbours relation);

// What a row is, for those who have never seen the word.
inline constexpr std::string_view kRow = "A row is one line of the table, usually one person.";

// What the answers to a question of a plan were for. Empty where that is not known.
std::string purpose_of(std::string_view release);

// What the model warns of when nothing was learnt, as a sentence. Empty where something was.
std::string nothing_learnt(const Model& model);

// "Nothing was learnt" for the kind nothing-learnt; and a text with a capital and a full stop.
std::string heading_of(const Warning& warning);
std::string sentence(std::string text);

// How a prediction follows from weights and limits, line by line.
std::vector<std::string> prediction_in_words(const Model& model);

// The limits of each feature, as "18 to 110"; empty where values stay as they are.
std::vector<std::string> limits_of(const Model& model);

// A spec with its numbers short: l2:0.000333 for l2:0.00033333333333.
std::string shortened(const std::string& spec);
std::string chance_in_words(double chance);  // "1 in 400 million"

struct Answer {
  std::string id, question;
  std::vector<std::string> paragraphs;
};
std::vector<Answer> nist_answers(const Model& model);

std::vector<std::string> not_protected(const Model& model);

// What trains the model again, or does what else there is, quoted for a shell. Empty where the file does not say.
std::string command_line(const Origin& origin, std::string_view command = "fit");

// The value of an option on the command line of a model. Empty where it was not given.
std::string argument_of(const Origin& origin, std::string_view option);

// Why there are no intervals, where there are none.
std::string why_no_intervals(const Model& model);

std::string solver_name(const Model& model);

}  // namespace discreet

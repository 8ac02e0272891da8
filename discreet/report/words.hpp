// What a model's privacy label says, in plain words: the one source of the texts of all formats. The answers follow the
// questions of NIST SP 800-226 from the top of its pyramid to the bottom: docs/report.md has the list.
#pragma once

#include <string>
#include <vector>

#include "discreet/model/model.hpp"

namespace discreet {

// "A private model of readmitted".
std::string title_of(const Model& model);

// One sentence: whether there is a guarantee, for what and how strong.
std::string verdict(const PrivacyLabel& label);

// A guarantee that leaves somebody who was undecided more than 98 % sure.
bool is_weak(const PrivacyLabel& label);

// What somebody who sees the model can learn about one row at the most. Empty without a guarantee.
std::string strength_in_words(const PrivacyLabel& label);

// How sure somebody who was undecided between two versions of a row can be, at that epsilon.
std::string percent_sure(double epsilon);

std::string protected_by(Neighbours relation);
std::string chance_in_words(double chance);  // "1 in 400 million"

struct Answer {
  std::string id, question;
  std::vector<std::string> paragraphs;
};
std::vector<Answer> nist_answers(const Model& model);

std::vector<std::string> not_protected(const Model& model);

// What trains the model again, quoted for a shell. Empty where the file does not say.
std::string command_line(const Origin& origin);

// Why there are no intervals, where there are none.
std::string why_no_intervals(const Model& model);

std::string solver_name(const Model& model);

}  // namespace discreet

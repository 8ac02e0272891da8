// Every loss the program knows. A line here gives it a name on the command line, in Python, in the reference manual,
// and a place in the property tests.
#pragma once

#include "discreet/base/type_list.hpp"
#include "discreet/loss/hinge.hpp"
#include "discreet/loss/huber.hpp"
#include "discreet/loss/logistic.hpp"
#include "discreet/loss/poisson.hpp"
#include "discreet/loss/squared.hpp"
#include "discreet/loss/squared_hinge.hpp"

namespace discreet {

using AllLosses = TypeList<Squared, Logistic, Huber, SquaredHinge, Poisson>;

// With those that have a kink, which only some solvers take.
using KinkedLosses = TypeList<Hinge>;
using EveryLoss = Joined<AllLosses, KinkedLosses>;

}  // namespace discreet

// Every solver the program knows. A line here gives it a name on the command line, in Python, in the reference manual,
// and a place in the property tests.
#pragma once

#include "discreet/base/type_list.hpp"
#include "discreet/solver/bayes.hpp"
#include "discreet/solver/block.hpp"
#include "discreet/solver/cd.hpp"
#include "discreet/solver/dual.hpp"
#include "discreet/solver/dual_primal.hpp"
#include "discreet/solver/dual_sequential.hpp"
#include "discreet/solver/exact.hpp"
#include "discreet/solver/frank_wolfe.hpp"
#include "discreet/solver/greedy.hpp"
#include "discreet/solver/moments.hpp"
#include "discreet/solver/newton.hpp"
#include "discreet/solver/objective.hpp"
#include "discreet/solver/output.hpp"
#include "discreet/solver/sgd.hpp"
#include "discreet/solver/svrg.hpp"

namespace discreet {

using AllSolvers = TypeList<Bayes, CoordinateDescent, BlockDescent, Greedy, StochasticDescent, VarianceReduced,
                            DualAscent, SequentialDual, PrimalNewton, Moments, Newton, OutputPerturbation,
                            ObjectivePerturbation, FrankWolfe, ExactSolver>;

}  // namespace discreet

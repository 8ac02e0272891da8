// Every penalty the program knows. A line here gives it a name on the command line, in Python, in the reference
// manual, and a place in the property tests.
#pragma once

#include "discreet/base/type_list.hpp"
#include "discreet/penalty/box.hpp"
#include "discreet/penalty/elastic_net.hpp"
#include "discreet/penalty/l1.hpp"
#include "discreet/penalty/l1_box.hpp"
#include "discreet/penalty/l2.hpp"
#include "discreet/penalty/none.hpp"
#include "discreet/penalty/nonnegative.hpp"

namespace discreet {

using AllPenalties = TypeList<None, L1, L2, ElasticNet, Box, Nonnegative, L1Box>;

}  // namespace discreet

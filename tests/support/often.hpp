// What most tests include, read once for all of them in builds from nothing (DISCREET_UNITY). Tests include what they
// use all the same.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "discreet/accounting/accountants.hpp"
#include "discreet/fit/fit.hpp"
#include "discreet/io/load.hpp"
#include "discreet/io/model_file.hpp"
#include "discreet/loss/all.hpp"
#include "discreet/penalty/all.hpp"
#include "discreet/privacy/additive_noise.hpp"
#include "tests/support/make.hpp"

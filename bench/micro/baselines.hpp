// What the kernels are measured against, compiled for the machine at hand and free to reorder floating-point sums:
// everything that the compiler can do for a plain loop.
#pragma once

#include <cstddef>
#include <cstdint>

namespace discreet::bench {

// The loads and stores of a coordinate sweep with one multiply-add and no clipping: memory cannot be read faster.
// `thresholds` may be null.
template <class T>
double roof(std::size_t rows, T* margins, const T* moved, const T* asked, const T* thresholds, T distance);

// Reads columns and does next to nothing with them: the roof of a full gradient.
template <class T>
double read_roof(std::size_t rows, std::size_t columns, std::size_t stride, const T* values);

// Move, then slope, as one would write it with Eigen; neither clipped nor on a grid.
double eigen_squared(std::size_t rows, double* margins, const double* labels, const double* moved, const double* asked,
                     double distance);
double eigen_logistic(std::size_t rows, double* margins, const double* labels, const double* moved, const double* asked,
                      double distance);

// Adds a row's slope vector, scaled into a ball of `radius`, to `sums`: DP-SGD as one would write it, row by row.
template <class T>
void plain_row(std::size_t features, const T* row, T label, const T* point, T radius, bool logistic, T* sums);

// Reads the rows of a batch and does next to nothing with them. A row takes whole vectors.
template <class T>
double row_roof(std::size_t width, const T* values, std::size_t count, const std::uint32_t* batch);

}  // namespace discreet::bench

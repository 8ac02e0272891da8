// A rule for integrals of smooth functions.
#pragma once

namespace discreet {

// Sixteen-point Gauss-Legendre rule on [-1, 1]; symmetric.
inline constexpr double kLegendreNodes[8] = {0.0950125098376374, 0.2816035507792589, 0.4580167776572274,
                                             0.6178762444026438, 0.7554044083550030, 0.8656312023878318,
                                             0.9445750230732326, 0.9894009349916499};
inline constexpr double kLegendreWeights[8] = {0.1894506104550685, 0.1826034150449236, 0.1691565193950025,
                                               0.1495959888165767, 0.1246289712555339, 0.0951585116824928,
                                               0.0622535239386479, 0.0271524594117541};

}  // namespace discreet

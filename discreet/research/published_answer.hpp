// Answers of published recipes, whose cost is not what the publication says.
#pragma once

namespace discreet {

struct PublishedAnswer {
  enum class Kind {
    choice,  // the largest of noisy sizes, of which nothing but the index is seen
    slopes,  // the same, with every one of `numbers` noisy slopes paid for
    means,   // of bounded values
    lots,    // of rows, lot after lot: Gaussian, claimed as random batches
  } kind;
  double claims = 0;  // of epsilon, taken off before the closed forms divide the rest
};

inline constexpr PublishedAnswer kPublishedChoice{PublishedAnswer::Kind::choice},
    kPublishedSlopes{PublishedAnswer::Kind::slopes}, kPublishedMeans{PublishedAnswer::Kind::means, 0.1},
    kPublishedLots{PublishedAnswer::Kind::lots};

}  // namespace discreet

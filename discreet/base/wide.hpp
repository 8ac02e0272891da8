// 128-bit integers, which every compiler we build with has and the standard does not name.
#pragma once

namespace discreet {

__extension__ typedef unsigned __int128 Wide;
__extension__ typedef __int128 SignedWide;

}  // namespace discreet

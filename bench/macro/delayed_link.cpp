// A network cable of a given length: takes packets out of one tunnel device and puts them into another, each way, after
// a delay. For kernels that cannot delay packets themselves (tc netem).
//   delayed_link MICROSECONDS A B     makes the devices A and B; runs until it is killed
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <deque>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

struct Packet {
  Clock::time_point due;
  std::vector<char> bytes;
};

struct End {
  int device;
  std::deque<Packet> coming;  // for it
};

int tunnel(const char* name) {
  const int device = open("/dev/net/tun", O_RDWR | O_NONBLOCK);
  ifreq request{};
  request.ifr_flags = IFF_TUN | IFF_NO_PI;
  std::strncpy(request.ifr_name, name, IFNAMSIZ - 1);
  if (device < 0 || ioctl(device, TUNSETIFF, &request) < 0) {
    std::perror(name);
    std::exit(1);
  }
  return device;
}

void take(const End& from, End& to, Clock::duration delay) {
  static std::vector<char> room(65536);
  for (;;) {
    const ssize_t got = read(from.device, room.data(), room.size());
    if (got <= 0) return;
    to.coming.push_back({Clock::now() + delay, std::vector<char>(room.begin(), room.begin() + got)});
  }
}

void deliver(End& end) {
  while (!end.coming.empty() && end.coming.front().due <= Clock::now()) {
    const std::vector<char>& bytes = end.coming.front().bytes;
    if (write(end.device, bytes.data(), bytes.size()) < 0) std::perror("write");
    end.coming.pop_front();
  }
}

}  // namespace

int main(int count, char** words) {
  if (count != 4) return 2;
  const auto delay = std::chrono::microseconds(std::atoi(words[1]));
  End ends[2] = {{tunnel(words[2]), {}}, {tunnel(words[3]), {}}};
  for (;;) {
    // Asleep until a packet comes or is due: a cable takes no processor. Give it a real-time priority (chrt -f), with
    // which the kernel wakes it on time.
    pollfd wait[2] = {{ends[0].device, POLLIN, 0}, {ends[1].device, POLLIN, 0}};
    Clock::time_point next = Clock::time_point::max();
    for (const End& end : ends)
      if (!end.coming.empty()) next = std::min(next, end.coming.front().due);
    const auto left = std::chrono::duration_cast<std::chrono::nanoseconds>(std::max(next, Clock::now()) - Clock::now());
    const timespec until{left.count() / 1'000'000'000, left.count() % 1'000'000'000};
    ppoll(wait, 2, next == Clock::time_point::max() ? nullptr : &until, nullptr);
    take(ends[0], ends[1], delay);
    take(ends[1], ends[0], delay);
    deliver(ends[0]);
    deliver(ends[1]);
  }
}

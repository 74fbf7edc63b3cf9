package io.quipu.cassandra.findings;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The time of the last repair that covered a whole table, from the ranges that were repaired. */
final class TokenRanges {
  /**
   * A repaired range of tokens of Murmur3.
   *
   * @param begin excluded; a range with {@code begin >= end} goes over the end of the ring
   * @param end included
   * @param finished the end of the repair of this range
   */
  record Repaired(long begin, long end, Instant finished) {}

  private record Segment(long begin, long end) {}

  private TokenRanges() {}

  /** The latest time since which every token was repaired; empty if some token never was. */
  static Optional<Instant> coveredSince(List<Repaired> repaired) {
    List<Instant> times = repaired.stream().map(Repaired::finished).distinct().sorted().toList();
    if (!covers(repaired, Instant.MIN)) {
      return Optional.empty();
    }
    int covering = 0;
    int beyond = times.size();
    while (beyond - covering > 1) {
      int middle = (covering + beyond) >>> 1;
      if (covers(repaired, times.get(middle))) {
        covering = middle;
      } else {
        beyond = middle;
      }
    }
    return Optional.of(times.get(covering));
  }

  private static boolean covers(List<Repaired> repaired, Instant since) {
    List<Segment> segments = new ArrayList<>();
    for (Repaired range : repaired) {
      if (range.finished().isBefore(since)) {
        continue;
      }
      if (range.begin() < range.end()) {
        segments.add(new Segment(range.begin(), range.end()));
      } else {
        segments.add(new Segment(range.begin(), Long.MAX_VALUE));
        segments.add(new Segment(Long.MIN_VALUE, range.end()));
      }
    }
    segments.sort(Comparator.comparingLong(Segment::begin));
    long covered = Long.MIN_VALUE;
    for (Segment segment : segments) {
      if (segment.begin() > covered) {
        return false;
      }
      covered = Math.max(covered, segment.end());
    }
    return covered == Long.MAX_VALUE;
  }
}

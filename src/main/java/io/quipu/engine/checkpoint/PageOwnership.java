package io.quipu.engine.checkpoint;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * The distribution of pages over live members, by rendezvous hashing. When a member joins or
 * leaves, only pages of this member change their owner. Two members with different views may settle
 * the same page. This wastes work but is harmless, because the compare-and-set refuses one of them.
 */
final class PageOwnership {
  private PageOwnership() {}

  /** Returns the pages that {@code self} owns; none if it is not among the members. */
  static Set<Integer> of(int pages, UUID self, List<UUID> members) {
    Set<Integer> own = new TreeSet<>();
    for (int page = 0; page < pages; page++) {
      if (isOwner(page, self, members)) {
        own.add(page);
      }
    }
    return own;
  }

  private static boolean isOwner(int page, UUID self, List<UUID> members) {
    return members.stream()
        .max(
            Comparator.<UUID>comparingLong(member -> weight(member, page))
                .thenComparing(Comparator.naturalOrder()))
        .map(self::equals)
        .orElse(false);
  }

  /** Mixes member and page by the finalizer of SplitMix64 (Steele, Lea, Flood 2014). */
  private static long weight(UUID member, int page) {
    long mixed =
        member.getMostSignificantBits()
            ^ Long.rotateLeft(member.getLeastSignificantBits(), 32)
            ^ (page + 1) * 0x9e3779b97f4a7c15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }
}

package io.quipu.checkpoint;

import io.quipu.store.DirtyCounters;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Who settles what: slots are spread over live members by rendezvous hashing, so that a member that
 * comes or goes moves only its own share. Two members with different views may settle the same
 * slot; that is wasted work, as the compare-and-set decides.
 */
final class Slots {
  private Slots() {}

  /** The slots of {@code self} among {@code members}. */
  static Set<Integer> of(UUID self, List<UUID> members) {
    Set<Integer> own = new TreeSet<>();
    for (int slot = 0; slot < DirtyCounters.SLOTS; slot++) {
      int current = slot;
      boolean mine =
          members.stream()
              .max(
                  Comparator.<UUID>comparingLong(member -> weight(member, current))
                      .thenComparing(Comparator.naturalOrder()))
              .map(self::equals)
              .orElse(false);
      if (mine) {
        own.add(slot);
      }
    }
    return own;
  }

  /** A 64-bit mix of member and slot; the finalizer of SplitMix64 (Steele, Lea, Flood 2014). */
  private static long weight(UUID member, int slot) {
    long mixed =
        member.getMostSignificantBits()
            ^ Long.rotateLeft(member.getLeastSignificantBits(), 32)
            ^ (slot + 1) * 0x9e3779b97f4a7c15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }
}

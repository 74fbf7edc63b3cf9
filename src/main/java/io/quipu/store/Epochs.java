package io.quipu.store;

import java.util.HashSet;
import java.util.Set;

/**
 * Which members of a counter count. Settling ids writes members under an epoch of its own, which is
 * prepared by compare-and-set before and committed with the checkpoint that counts them; an epoch
 * that was overtaken while it was being prepared is aborted, and its members are believed by
 * nobody.
 *
 * @param current the last epoch that was prepared; 0 where none ever was
 * @param preparing whether {@code current} is prepared and not committed
 * @param aborted epochs below {@code current} that were never committed
 */
public record Epochs(long current, boolean preparing, Set<Long> aborted) {
  /** No id was ever settled. */
  public static final Epochs NONE = new Epochs(0, false, Set.of());

  /**
   * @throws IllegalArgumentException if an epoch is preparing that never was, or one is aborted
   *     that is not below the current one
   */
  public Epochs {
    aborted = Set.copyOf(aborted);
    if (current < 0 || (preparing && current == 0)) {
      throw new IllegalArgumentException("no such epoch: " + current);
    }
    for (long epoch : aborted) {
      if (epoch < 1 || epoch >= current) {
        throw new IllegalArgumentException("aborted " + epoch + " is not below " + current);
      }
    }
  }

  /** Whether a member that was written under {@code epoch} was counted. */
  public boolean counted(long epoch) {
    return epoch <= (preparing ? current - 1 : current) && !aborted.contains(epoch);
  }

  /** The next epoch prepared; one that was being prepared is thereby aborted. */
  public Epochs prepared() {
    if (!preparing) {
      return new Epochs(current + 1, true, aborted);
    }
    Set<Long> more = new HashSet<>(aborted);
    more.add(current);
    return new Epochs(current + 1, true, more);
  }

  /**
   * The current epoch committed.
   *
   * @throws IllegalStateException if it is not preparing
   */
  public Epochs committed() {
    if (!preparing) {
      throw new IllegalStateException("epoch " + current + " is not preparing");
    }
    return new Epochs(current, false, aborted);
  }
}

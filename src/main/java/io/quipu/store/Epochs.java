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

  public Epochs {
    aborted = Set.copyOf(aborted);
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

  /** The current epoch committed. */
  public Epochs committed() {
    return new Epochs(current, false, aborted);
  }
}

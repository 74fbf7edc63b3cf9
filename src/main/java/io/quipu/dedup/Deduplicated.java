package io.quipu.dedup;

import java.util.List;

/**
 * What a slice of rows with ids comes to.
 *
 * @param counted the rows that count, in event order
 * @param duplicates how many repeat an id that was counted, conflicts included
 * @param conflicts how many of those have another delta than the one that was counted
 */
public record Deduplicated(List<IdRow> counted, long duplicates, long conflicts) {
  public Deduplicated {
    if (conflicts < 0 || conflicts > duplicates) {
      throw new IllegalArgumentException(conflicts + " conflicts of " + duplicates + " duplicates");
    }
  }

  /** Of no rows. */
  public static final Deduplicated NOTHING = new Deduplicated(List.of(), 0, 0);
}

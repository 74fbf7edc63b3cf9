package io.quipu.engine.checkpoint.dedup;

import io.quipu.engine.model.CountedId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a slice that count, and the numbers of rows that do not count.
 *
 * @param counted the rows that count, in event order, each with what it adds
 * @param duplicates the number of rows that repeat a counted id, conflicts included
 * @param conflicts the number of duplicates whose delta differs from the counted delta
 * @param standing the facts that others must know of the slice, in event order; null if each row
 *     that counts is a fact
 */
public record Deduplicated(
    List<IdRow> counted, long duplicates, long conflicts, @Nullable List<CountedId> standing) {
  public Deduplicated {
    if (conflicts < 0 || conflicts > duplicates) {
      throw new IllegalArgumentException(conflicts + " conflicts of " + duplicates + " duplicates");
    }
  }

  /** The result for no rows. */
  public static final Deduplicated NOTHING = new Deduplicated(List.of(), 0, 0);

  /** Makes a result in which each counted row is a fact that others must know. */
  public Deduplicated(List<IdRow> counted, long duplicates, long conflicts) {
    this(counted, duplicates, conflicts, null);
  }

  /** The facts that others must know of the slice. */
  public List<CountedId> facts() {
    if (standing != null) {
      return standing;
    }
    List<CountedId> facts = new ArrayList<>(counted.size());
    for (IdRow row : counted) {
      facts.add(new CountedId(row.id(), row.at(), row.delta(), row.window()));
    }
    return facts;
  }
}

package io.quipu.engine.checkpoint.dedup;

import io.quipu.engine.model.CountedId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a slice that count, and the numbers of those that do not.
 *
 * @param counted the rows that count, in event order, each with what it adds
 * @param duplicates how many repeat an id that was counted, conflicts included
 * @param conflicts how many of those have another delta than the one that was counted
 * @param standing what others must know of the slice, in event order; null if it is each row that
 *     counts
 */
public record Deduplicated(
    List<IdRow> counted, long duplicates, long conflicts, @Nullable List<CountedId> standing) {
  public Deduplicated {
    if (conflicts < 0 || conflicts > duplicates) {
      throw new IllegalArgumentException(conflicts + " conflicts of " + duplicates + " duplicates");
    }
  }

  /** Of no rows. */
  public static final Deduplicated NOTHING = new Deduplicated(List.of(), 0, 0);

  /** Makes one whose counted rows are the facts that others must know. */
  public Deduplicated(List<IdRow> counted, long duplicates, long conflicts) {
    this(counted, duplicates, conflicts, null);
  }

  /** The facts that others must know of it. */
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

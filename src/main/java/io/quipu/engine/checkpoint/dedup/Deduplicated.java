package io.quipu.engine.checkpoint.dedup;

import io.quipu.engine.state.CountedId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The decision about the rows of one counter in a slice: the rows that count, and the numbers of
 * events that do not count.
 *
 * @param counted the rows that count, in event order; the delta of each is what the row adds
 * @param duplicates the number of events in rows that repeat a counted id, including the conflicts
 * @param conflicts the number of events in duplicates that do not say the same as the counted row
 * @param standing the facts that later decisions need, in event order; null if each row that counts
 *     is a fact
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

  /** Makes a result in which each row that counts is a fact that later decisions need. */
  public Deduplicated(List<IdRow> counted, long duplicates, long conflicts) {
    this(counted, duplicates, conflicts, null);
  }

  /** The facts that later decisions need, in event order. */
  public List<CountedId> facts() {
    if (standing != null) {
      return standing;
    }
    List<CountedId> facts = new ArrayList<>(counted.size());
    for (IdRow row : counted) {
      facts.add(new CountedId(row.id(), row.at(), row.delta(), row.events(), row.window()));
    }
    return facts;
  }
}

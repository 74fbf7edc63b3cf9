package io.quipu.engine.query;

import io.quipu.engine.checkpoint.dedup.IdRow;
import io.quipu.engine.state.CountedId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Decides the verdicts of rows with ids by the counted rows. Confined to one context. */
final class IdVerdicts {
  private final Map<String, List<CountedId>> counted = new HashMap<>();

  /** Takes a counted row of any id. */
  void take(CountedId id) {
    counted.computeIfAbsent(id.id(), any -> new ArrayList<>(1)).add(id);
  }

  boolean isCounted(IdRow row) {
    return of(row.id()).stream().anyMatch(id -> id.at().equals(row.at()));
  }

  /**
   * The verdict of a row. A row that is not counted repeats the last counted row of the same id
   * that came before; if no such row is known, the verdict is {@link Verdict#DUPLICATE}.
   */
  Verdict of(IdRow row) {
    if (isCounted(row)) {
      return Verdict.COUNTED;
    }
    CountedId last = null;
    for (CountedId id : of(row.id())) {
      if (isBefore(id.at(), row.at()) && (last == null || isBefore(last.at(), id.at()))) {
        last = id;
      }
    }
    boolean same = last == null || row.says(last.delta(), last.events());
    return same ? Verdict.DUPLICATE : Verdict.CONFLICT;
  }

  private List<CountedId> of(String id) {
    return counted.getOrDefault(id, List.of());
  }

  /** Tells whether a row came before another row, or in the same tick. */
  private static boolean isBefore(UUID at, UUID other) {
    return at.timestamp() <= other.timestamp();
  }
}

package io.quipu.engine.kinds.latest;

import io.quipu.engine.checkpoint.dedup.IdRow;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.names.Subject;
import io.quipu.engine.state.CountedId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A value that an actor has stated. In the row of such an event, the delta is the value, and the id
 * has the other members of this record.
 *
 * @param replaces a version: while that version stands, this value replaces it, even if {@code
 *     version} is smaller; null if there is no such version
 */
public record StatedValue(String actor, long version, long value, @Nullable Long replaces) {
  /** The number of the rule of rows with stated values. */
  static final int RULE = DeduplicationWindow.OTHER_RULES;

  private static final int RADIX = 36;
  private static final char REPLACES = '>';

  static StatedValue of(IdRow row) {
    return of(row.id(), row.delta());
  }

  public static StatedValue of(CountedId fact) {
    return of(fact.id(), fact.delta());
  }

  private static StatedValue of(String id, long value) {
    String said = Subject.said(id);
    int mark = said.indexOf(REPLACES);
    String version = mark < 0 ? said : said.substring(0, mark);
    return new StatedValue(
        Subject.of(id, RULE),
        Long.parseLong(version, RADIX),
        value,
        mark < 0 ? null : Long.valueOf(said.substring(mark + 1), RADIX));
  }

  /** The id of a row that states this value. */
  String id() {
    String said = Long.toString(version, RADIX);
    return Subject.with(
        actor, replaces == null ? said : said + REPLACES + Long.toString(replaces, RADIX));
  }

  /** Makes the fact that this value stands since a row, without {@code replaces}. */
  public CountedId since(UUID at) {
    return new CountedId(new StatedValue(actor, version, value, null).id(), at, value, 1, RULE);
  }

  /**
   * Tells whether this value stands if {@code before} stood last, and a reset came since. The
   * version that stood is used up: a larger value of it does not stand.
   */
  boolean standsAfterResetOf(StatedValue before) {
    return version > before.version || (replaces != null && replaces == before.version);
  }

  /** Tells whether this value stands if {@code before} stood until now; null if none stood. */
  boolean standsAfter(@Nullable StatedValue before) {
    if (before == null || (replaces != null && replaces == before.version)) {
      return true;
    }
    return version != before.version ? version > before.version : value > before.value;
  }
}

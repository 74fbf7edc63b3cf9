package io.quipu.engine.kind.answer;

import io.quipu.engine.input.JsonText;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.ListedValue;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** The answer to one read of a counter. */
public interface Answer {
  CounterName counter();

  /**
   * Writes the members of the answer, {@code namespace} and {@code counter} first. The caller
   * begins and ends the JSON object. Answers to reads and live messages both have these members.
   */
  default void write(JsonText json) {
    json.field("namespace", counter().namespace()).field("counter", counter().name());
    writeParts(json);
  }

  /** Writes the members of the answer, without those of the name. */
  void writeParts(JsonText json);

  /**
   * The one number to show for the counter: the count or the estimate. If the answer has neither,
   * it is the number of values.
   */
  Number number();

  /**
   * A short text for the state of the counter in its present life. Each newly counted event changes
   * the text; settling does not. The text has no dots.
   */
  String version();

  /**
   * The {@link #version} with the life of the counter, for an {@code ETag}. A counter that was
   * purged, or whose namespace was deleted, may reach a version again that it had before.
   */
  default String versionOfLife() {
    CounterName counter = counter();
    return counter.life() == 0 && counter.purged() == 0
        ? version()
        : version() + "." + counter.life() + "." + counter.purged();
  }

  /** The count or the rounded estimate; null if the answer has neither. */
  default @Nullable BigInteger wholeNumber() {
    return null;
  }

  /** The rest that the counter still takes; null if it has no bound in each period. */
  default @Nullable Allowance allowance() {
    return null;
  }

  /** The value of the counter in lists and rankings. */
  ListedValue listed();

  /** Tells whether the counter never had events, or none since its last reset. */
  boolean isEmpty();

  /**
   * Tells whether only new rows on the pages of the counter can change the answer. If so, callers
   * need not read again while there are no new rows.
   */
  default boolean restsWithPages() {
    return false;
  }
}

package io.quipu.engine.kind;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.JsonText;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** The answer to one read of a counter. */
public interface Answer {
  CounterName counter();

  /**
   * Writes the members of the answer, {@code namespace} and {@code counter} first. The caller
   * begins and ends the JSON object. Reads and live messages have the same members.
   */
  void write(JsonText json);

  /**
   * The one number to show for the counter: the count, or the estimate. For a counter with neither,
   * the number of its values.
   */
  Number number();

  /**
   * The state of the counter as one word for an {@code ETag}. A counted event changes the word;
   * settling does not.
   */
  String version();

  /** The count or the rounded estimate; null if the answer is no number. */
  default @Nullable BigInteger wholeNumber() {
    return null;
  }

  /** Tells whether the counter never had events, or none since its last reset. */
  boolean isEmpty();

  /**
   * Tells whether the answer can change only by new rows on the pages of the counter. Without new
   * rows, no other read is needed.
   */
  default boolean restsWithPages() {
    return false;
  }
}

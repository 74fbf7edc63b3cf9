package io.quipu.engine.kind;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.JsonText;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** The answer of one read of a counter. */
public interface Answer {
  CounterName counter();

  /**
   * Writes its members, {@code namespace} and {@code counter} first, into an object that the caller
   * has begun and will end. The same for reads and for live messages.
   */
  void write(JsonText json);

  /**
   * The number that stands for the counter where there is room for one: its count or its estimate,
   * or how many values it had where it has neither.
   */
  Number number();

  /**
   * The state of the counter as one word that can stand in an {@code ETag}: another one whenever
   * something was counted, the same as long as nothing was, whatever was settled.
   */
  String version();

  /** The whole number that it comes to, where it is one, exactly or about; null otherwise. */
  default @Nullable BigInteger wholeNumber() {
    return null;
  }

  /** Tells whether no event of it counts: it never had any, or was set back to zero. */
  boolean isEmpty();

  /**
   * Tells whether it can only change by rows that appear on the pages of the counter, so that
   * nobody need read it again while there are none.
   */
  default boolean restsWithPages() {
    return false;
  }
}

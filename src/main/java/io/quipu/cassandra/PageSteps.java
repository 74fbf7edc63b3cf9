package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.data.TupleValue;
import io.quipu.store.PageStore;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The numbers of the last steps in one answer about a page. Each step leaves its number in a row
 * without a namespace, of which there are {@value PageStore#STEPS_KEPT} in turn. An answer that is
 * merged from replicas, one of which has a step but lacks one before it, lacks its number, too.
 */
final class PageSteps {
  /** The namespace of these rows: no counter has it. */
  static final String NAMESPACE = "";

  /** All of these rows. */
  static final List<TupleValue> NAMES =
      IntStream.range(0, PageStore.STEPS_KEPT)
          .mapToObj(step -> Names.of(NAMESPACE, name(step)))
          .toList();

  private final long[] seen = new long[PageStore.STEPS_KEPT];

  /** The name of the row of a step. */
  static String name(long step) {
    return String.valueOf(step % PageStore.STEPS_KEPT);
  }

  /** Takes the number that a row holds. */
  void take(String name, long step) {
    seen[Integer.parseInt(name)] = step;
  }

  /** Whether an answer whose header is that of {@code last} has all steps up to it. */
  boolean areAllThere(long last) {
    for (long step = Math.max(1, last - PageStore.STEPS_KEPT + 1); step <= last; step++) {
      if (seen[(int) (step % PageStore.STEPS_KEPT)] != step) {
        return false;
      }
    }
    return true;
  }
}

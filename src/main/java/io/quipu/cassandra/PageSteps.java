package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.data.TupleValue;
import io.quipu.engine.store.PageStore;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The numbers of the last steps in an answer about a page. A row with empty names has columns for
 * {@value PageStore#STEPS_KEPT} numbers, and each step writes its number to one of the columns, in
 * turn. A step that is missing in an answer of several replicas leaves a gap in the numbers.
 */
final class PageSteps {
  /** The key of the row with the numbers: no counter has empty names. */
  static final TupleValue ROW = Names.of("", "");

  /** The columns of the row; not static, as an answer repeats statics for each counter. */
  static final String COLUMNS =
      IntStream.range(0, PageStore.STEPS_KEPT)
          .mapToObj(step -> "step_" + step)
          .collect(Collectors.joining(", "));

  private PageSteps() {}

  /** The column that holds the number of a step. */
  static int column(long step) {
    return (int) (step % PageStore.STEPS_KEPT);
  }

  /**
   * Tells if an answer has all of the last steps.
   *
   * @param row with {@link #COLUMNS}, starting at index {@code first}
   * @param last the step of the header in the same answer
   */
  static boolean areAllThere(Row row, int first, long last) {
    for (long step = Math.max(1, last - PageStore.STEPS_KEPT + 1); step <= last; step++) {
      if (row.getLong(first + column(step)) != step) {
        return false;
      }
    }
    return true;
  }
}

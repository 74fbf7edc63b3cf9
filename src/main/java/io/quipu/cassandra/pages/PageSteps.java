package io.quipu.cassandra.pages;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.data.TupleValue;
import io.quipu.cassandra.cql.Names;
import io.quipu.engine.store.PageStore;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The numbers of the last steps of a page. The row with empty names has columns for {@value
 * PageStore#STEPS_KEPT} numbers, and the steps write their numbers to these columns in turn. A step
 * writes its number in one batch with its states. So an answer that is merged from replicas, and
 * lacks one of the last steps, also lacks the number of this step.
 */
final class PageSteps {
  /** The key of the row with the numbers: no counter has empty names. */
  static final TupleValue ROW = Names.of("", "");

  /** The columns of the row; not static, because an answer repeats statics in each row. */
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
   * Tells whether an answer has the numbers of all of the last steps.
   *
   * @param row the row {@link #ROW}, with {@link #COLUMNS} from index {@code first} on
   * @param last the number of the last step, from the header in the same answer
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

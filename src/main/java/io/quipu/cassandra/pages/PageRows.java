package io.quipu.cassandra.pages;

import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.PageStore.LastStep;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.windows.EventTime;
import io.vertx.cassandra.ResultSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the rows of a page that one query found. Rows that cannot be decoded are a failure, never
 * an empty page, because a stored page has a header, and each of its counters has a state.
 */
record PageRows(int page, DecodedRuns runs) {
  /** The columns of the header, which come first in a row. */
  static final String HEADER = "until, collected, ids, step";

  /** The columns of the header, then of a counter, then of the steps. */
  static final String ALL =
      HEADER + ", namespace, counter, total, events, state, " + PageSteps.COLUMNS;

  private static final int STEPS = 9;

  /**
   * The size of a driver page, above the number of rows of any query. An answer with two driver
   * pages could mix two states of a page.
   */
  static final int ONE_GO = 10_000;

  /**
   * Decodes rows of {@link #ALL}. If there are no rows, the page has taken no step yet.
   *
   * @return empty if the rows lack the number of one of the last steps, so they mix several states
   * @throws IllegalStateException if the rows cannot be decoded
   */
  Optional<PageState> state(ResultSet found) {
    return decoded(
        () -> {
          PageHeader header = PageHeader.NONE;
          boolean whole = true;
          Map<CounterName, CounterState> counters = new HashMap<>();
          for (Row row : rows(found)) {
            String name = Objects.requireNonNull(row.getString(5));
            if (name.isEmpty()) {
              header = header(row);
              whole = PageSteps.areAllThere(row, STEPS, header.step());
            } else {
              String namespace = Objects.requireNonNull(row.getString(4));
              counters.put(CounterName.ofStored(namespace, name), counter(row));
            }
          }
          if (header.isFirst() && !counters.isEmpty()) {
            throw new IllegalStateException("counters without a header");
          }
          return whole ? Optional.of(new PageState(header, counters)) : Optional.empty();
        });
  }

  /**
   * Decodes {@link #HEADER} and {@code changed}, as the last step wrote them.
   *
   * @param row null before the first step
   * @throws IllegalStateException if the row cannot be decoded
   */
  LastStep lastStep(@Nullable Row row) {
    return decoded(
        () ->
            row == null
                ? new LastStep(PageHeader.NONE, List.of())
                : new LastStep(header(row), PageHeaderBlobs.changed(row.getByteBuffer(4))));
  }

  /** The rows of an answer. Fails if the answer has more than one driver page. */
  static Iterable<Row> rows(ResultSet found) {
    if (found.hasMorePages()) {
      throw new IllegalStateException("more than " + ONE_GO + " rows");
    }
    return found.currentPage();
  }

  private PageHeader header(Row row) {
    return new PageHeader(
        EventTime.of(Objects.requireNonNull(row.getUuid(0))),
        EventTime.of(Objects.requireNonNull(row.getUuid(1))),
        runs.of(page, row.getByteBuffer(2)),
        row.getLong(3));
  }

  private static CounterState counter(Row row) {
    Tally total = new Tally(Objects.requireNonNull(row.getBigInteger(6)), row.getLong(7));
    return CounterStateBlob.decode(total, row.getByteBuffer(8));
  }

  private <T> T decoded(Supplier<T> decode) {
    try {
      return decode.get();
    } catch (RuntimeException unreadable) {
      throw new IllegalStateException("page " + page + " cannot be read", unreadable);
    }
  }
}

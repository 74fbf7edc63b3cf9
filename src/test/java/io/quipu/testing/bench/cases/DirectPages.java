package io.quipu.testing.bench.cases;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventTime;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The conditional batch that moves a page and counters of it, by the driver alone. */
final class DirectPages {
  /** Beyond those of any layout: no settler knows them. */
  private static final int FIRST_PAGE = 10_000;

  /** What the windows of a counter take, and the rest of its state. */
  private static final int STATE_BYTES = 24;

  private static final int HEADER_BYTES = 2;
  private static final int STEP_ROWS = 16;

  private final CqlSession session;
  private final PreparedStatement move;
  private final PreparedStatement setStep;
  private final PreparedStatement setCounter;

  DirectPages(CqlSession session) {
    this.session = session;
    this.move =
        session.prepare(
            "UPDATE page SET until = ?, collected = ?, remembered = ?, step = ?, changed = ?"
                + " WHERE page = ? IF until = ?");
    this.setStep =
        session.prepare("INSERT INTO page (page, namespace, counter, events) VALUES (?, '', ?, ?)");
    this.setCounter =
        session.prepare(
            "INSERT INTO page (page, namespace, counter, total, events, state)"
                + " VALUES (?, ?, ?, ?, ?, ?)");
  }

  /**
   * @param before where the page stands; null before the first step
   * @param step its number, and the count of each counter
   */
  CompletionStage<?> advance(
      int number,
      @Nullable EventTime before,
      EventTime next,
      long step,
      List<CounterName> counters) {
    int page = FIRST_PAGE + number;
    List<BatchableStatement<?>> all = new ArrayList<>(counters.size() + 2);
    all.add(
        move.bind(
            next.boundary(),
            before == null ? EventTime.MIN.boundary() : before.boundary(),
            ByteBuffer.allocate(HEADER_BYTES),
            step,
            names(counters),
            page,
            before == null ? null : before.boundary()));
    all.add(setStep.bind(page, Long.toString(step % STEP_ROWS), step));
    for (CounterName counter : counters) {
      all.add(
          setCounter.bind(
              page,
              counter.namespace(),
              counter.name(),
              BigInteger.valueOf(step),
              step,
              ByteBuffer.allocate(STATE_BYTES)));
    }
    return session
        .executeAsync(
            BatchStatement.newInstance(BatchType.UNLOGGED, all)
                .setConsistencyLevel(DefaultConsistencyLevel.QUORUM)
                .setSerialConsistencyLevel(DefaultConsistencyLevel.SERIAL))
        .thenAccept(
            rows -> {
              if (!rows.wasApplied()) {
                throw new IllegalStateException("the conditional write was refused");
              }
            });
  }

  private static ByteBuffer names(List<CounterName> counters) {
    String names = counters.stream().map(CounterName::name).collect(Collectors.joining(","));
    return ByteBuffer.wrap(names.getBytes(StandardCharsets.UTF_8));
  }
}

package io.quipu.engine.checkpoint.recount;

import static io.quipu.engine.names.TestNamespaces.known;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.checkpoint.dedup.Deduplication;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.PendingFacts;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.ClosedWindows;
import io.quipu.engine.store.CounterStores;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.store.StoresFixture;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.time.Done;
import io.quipu.engine.windows.EndedWindows;
import io.quipu.engine.windows.EventMinute;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.engine.windows.TimeSpan;
import io.quipu.engine.windows.Window;
import io.quipu.engine.windows.WindowPartition;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.IntFunction;

/** A counter to be recounted. */
abstract class RecountFixture extends StoresFixture {
  static final KnownCounter ONE = known(A, 1);
  static final long MINUTE = 60;
  static final long HOUR = 3_600;
  static final long DAY = 86_400;

  final RowShare share = new RowShare(100_000);
  final Recounting recounting =
      new Recounting(
          corrupted(),
          new Deduplication(stores.layout, stores.all()),
          stores.layout,
          share.on(time));
  private final Map<Window, Tally> wrong = new HashMap<>();

  /** Closed windows that are wrong are so for whoever recounts. */
  private CounterStores corrupted() {
    CounterStores all = stores.all();
    ClosedWindows windows =
        new ClosedWindows() {
          @Override
          public CompletionStage<WriteOutcome> write(WindowPartition in, List<Closed> closed) {
            return all.windows().write(in, closed);
          }

          @Override
          public CompletionStage<WriteOutcome> writeSupplements(
              WindowPartition in, List<Supplement> supplements) {
            return all.windows().writeSupplements(in, supplements);
          }

          @Override
          public CompletionStage<Void> readSupplements(
              int of, CounterName counter, Window first, Window last, SupplementSink sink) {
            return all.windows().readSupplements(of, counter, first, last, sink);
          }

          @Override
          public CompletionStage<Map<Window, Tally>> read(
              int of, CounterName counter, Window first, Window last) {
            return all.windows()
                .read(of, counter, first, last)
                .thenApply(found -> spoil(found, first, last));
          }

          @Override
          public CompletionStage<WriteOutcome> delete(WindowPartition in, String namespace) {
            return all.windows().delete(in, namespace);
          }

          @Override
          public CompletionStage<Map<EndedWindows, Long>> deleted(int of) {
            return all.windows().deleted(of);
          }

          @Override
          public CompletionStage<WriteOutcome> noteDeleted(
              int of, EndedWindows ended, long second) {
            return all.windows().noteDeleted(of, ended, second);
          }
        };
    return new CounterStores(
        all.pages(),
        all.directory(),
        all.events(),
        all.ids(),
        all.filters(),
        windows,
        all.names(),
        all.slices());
  }

  private Map<Window, Tally> spoil(Map<Window, Tally> found, Window first, Window last) {
    Map<Window, Tally> spoilt = new HashMap<>(found);
    wrong.forEach(
        (window, tally) -> {
          if (window.granularity() == first.granularity()
              && window.startSecond() >= first.startSecond()
              && window.startSecond() <= last.startSecond()) {
            spoilt.put(window, tally);
          }
        });
    return spoilt;
  }

  /** How long rows are kept. */
  int retention = RetentionClass.FOREVER;

  void retain(String span) {
    retention = RetentionClass.of(new TimeSpan(span));
  }

  static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }

  @Override
  protected void put(long second, long delta) {
    putIn(0, second, delta);
  }

  void putIn(int shard, long second, long delta) {
    put(retention, shard, second, delta);
  }

  void reset(long second) {
    stores.events.put(retention, 0, A, EventRow.reset(second(second).timeuuid(0, 2)));
  }

  @Override
  protected void put(long second, long delta, String id, int window) {
    EventRow row = new EventRow(second(second).timeuuid(0, 1), delta, 1, id, window);
    stores.events.put(retention, 0, A, row);
  }

  /** A row that counts in the minute of another second. */
  void putLate(long second, long delta, long happened) {
    long minute = EventMinute.of(EventTime.ofEpochSecond(second(0).epochSecond() + happened));
    UUID at = second(second).timeuuid(0, 1);
    stores.events.put(retention, 0, A, new EventRow(at, delta, 1, null, 0, minute));
  }

  /** Many rows with ids that are remembered for ever, in the first second. */
  void putAll(int rows, IntFunction<String> id) {
    List<EventRow> all = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      UUID at = second(1).plusTicks(i).timeuuid(0, 1);
      all.add(new EventRow(at, 1, 1, id.apply(i), DeduplicationWindow.FOREVER));
    }
    EventPartition partition = retained(1);
    stores.directory.nameNow(partition);
    stores.events.put(partition, List.of(new EventLog.CounterRows(page, A, all)));
  }

  /** Deletes what may go, too. */
  void settleAndCollect(long horizon) {
    settle(horizon - 1);
    settle(horizon);
    stores.collect(page);
  }

  void delete(long second) {
    stores.delete(retained(second));
  }

  private EventPartition retained(long second) {
    return new EventPartition(retention, EventPartition.bucketOf(second(second)), part);
  }

  CounterState state() {
    return stores.pages.stored(page, A);
  }

  /** Makes the page say what a version said that did not note since when there are supplements. */
  void forgetSince() {
    CounterState now = state();
    replace(
        new CounterState(
            now.total(),
            now.until(),
            now.open(),
            now.supplements(),
            now.pending(),
            now.supplemented(),
            now.retentions()));
  }

  /** Makes the page say something else of the total. */
  void corruptTotal(Tally total) {
    CounterState now = state();
    replace(new CounterState(total, now.until(), now.open(), now.pending(), now.retentions()));
  }

  /** Makes the stores say something else of a window, wherever it is. */
  void corrupt(Granularity granularity, long second, Tally tally) {
    Window window = granularity.windowOf(second(second));
    CounterState now = state();
    Map<Window, Tally> open = new HashMap<>(now.open());
    Map<Window, Tally> closed = new HashMap<>(now.pending().closed());
    if (open.replace(window, tally) == null && closed.replace(window, tally) == null) {
      wrong.put(window, tally);
    }
    PendingFacts pending = new PendingFacts(false, now.pending().ids(), closed);
    replace(new CounterState(now.total(), now.until(), open, pending, now.retentions()));
  }

  private void replace(CounterState state) {
    EventTime next = stores.pages.header(page).until().plusTicks(1);
    stores.pages.settled(page, next, Map.of(A, state));
  }

  RecountReport recount() {
    return Done.value(recounting.recount(ONE, RecountTurn.Recount.WANTED));
  }

  static void assertExact(RecountReport report, long count, boolean complete) {
    assertThat(report.count()).isEqualTo(big(count));
    assertThat(report.recounted()).isEqualTo(big(count));
    assertThat(report.drift()).isZero();
    assertThat(report.complete()).isEqualTo(complete);
  }
}

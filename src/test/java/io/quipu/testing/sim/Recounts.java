package io.quipu.testing.sim;

import io.quipu.engine.checkpoint.recount.RecountReport;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.testing.sim.cassandra.Cluster;
import io.quipu.testing.sim.cassandra.SimulatedPageStore;
import io.quipu.testing.sim.cassandra.StoredRows;
import io.quipu.testing.sim.cassandra.StoredRows.StoredRow;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Holds what the recount of the retained rows says against what clients know. */
final class Recounts {
  /** Of so many rows that nobody acknowledged, every subset is tried. */
  private static final int SUBSETS = 18;

  /**
   * A recount takes rows for gone that may go meanwhile, and all of a minute that begins before.
   */
  private static final long SOON = 120 * EventTime.TICKS_PER_SECOND;

  private final History history;
  private final Cluster cluster;
  private final Checker checker;

  Recounts(History history, Cluster cluster, Checker checker) {
    this.history = history;
    this.cluster = cluster;
    this.checker = checker;
  }

  /**
   * The rows and the page agree, but for rows that nobody acknowledged and that appeared when the
   * page had passed them; not for those with an id that counts from another row. Of ids that are
   * soon forgotten, nobody knows any more which row counted: such a row may count, and move those
   * after it to other windows, but it never makes fewer rows count.
   *
   * @param ends whether windows end, so that they do not tell where the counter began
   * @param began when it was asked for
   */
  void check(Settings settings, RecountReport report, boolean ends, long began) {
    CounterName counter = settings.counter();
    if (report.drift().signum() != 0 && !explained(settings, report)) {
      checker.violated("rows and checkpoint disagree", counter.name() + ": " + report);
    }
    List<StoredRow> rows = new StoredRows(cluster).of(counter);
    boolean collected =
        rows.stream()
            .map(row -> cluster.collected().get(row.partition()))
            .anyMatch(gone -> gone != null && gone < began);
    if (report.complete() ? collected : !ends && !mayBeCollected(rows)) {
      checker.violated("wrong about whether all rows are there", counter.name() + ": " + report);
    }
  }

  /**
   * Tells whether a row of a counter was recorded so long ago that the header of its page lets it
   * go, or soon will. The shortest retention that the counter ever had decides.
   */
  private boolean mayBeCollected(List<StoredRow> rows) {
    Map<Integer, EventTime> gone = new HashMap<>();
    Map<Integer, EventTime> first = new HashMap<>();
    for (StoredRow row : rows) {
      EventTime soon = SimulatedPageStore.header(cluster, row.page()).until().plusTicks(SOON);
      EventTime some = RetentionClass.deletable(row.partition().retention(), soon);
      gone.merge(row.page(), some, EventTime::max);
      first.merge(row.page(), EventTime.of(row.row().at()), EventTime::min);
    }
    return first.keySet().stream().anyMatch(page -> first.get(page).isBefore(gone.get(page)));
  }

  private boolean explained(Settings settings, RecountReport report) {
    CounterName counter = settings.counter();
    Set<UUID> acknowledged = history.acknowledgedRows(counter);
    List<EventRow> late =
        new StoredRows(cluster)
            .retained(counter).stream()
                .map(StoredRow::row)
                .filter(
                    row -> row.id() == null || settings.isSoonForgotten() || settings.isStated())
                .filter(row -> !acknowledged.contains(row.at()))
                .toList();
    if (settings.isStated() || !history.resets(counter).isEmpty()) {
      return !late.isEmpty();
    }
    BigInteger drift = report.recounted().subtract(report.count());
    if (settings.isSoonForgotten()) {
      BigInteger most =
          BigInteger.valueOf(Repetitions.counted(List.of(), retained(counter)).most());
      return !late.isEmpty() && drift.signum() >= 0 && report.recounted().compareTo(most) <= 0;
    }
    return !late.isEmpty() && (late.size() > SUBSETS || isSum(drift, late, 0));
  }

  private List<Repetitions.Row> retained(CounterName counter) {
    return new StoredRows(cluster)
        .retained(counter).stream().map(stored -> stored.row()).map(Repetitions.Row::of).toList();
  }

  private static boolean isSum(BigInteger sum, List<EventRow> rows, int from) {
    return sum.signum() == 0
        || (from < rows.size()
            && (isSum(sum, rows, from + 1)
                || isSum(
                    sum.subtract(BigInteger.valueOf(rows.get(from).delta())), rows, from + 1)));
  }
}

package io.quipu.testing.sim;

import io.quipu.engine.checkpoint.recount.RecountReport;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.RetentionClass;
import io.quipu.engine.store.EventRow;
import io.quipu.testing.sim.cassandra.Cluster;
import io.quipu.testing.sim.cassandra.StoredRows;
import io.quipu.testing.sim.cassandra.StoredRows.StoredRow;
import java.math.BigInteger;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Holds what the recount of the retained rows says against what clients know. */
final class Recounts {
  /** Of so many rows that nobody acknowledged, every subset is tried. */
  private static final int SUBSETS = 18;

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
   * @param mayCollect whether anything may be collected in this run, or be taken to be so
   * @param began when it was asked for
   */
  void check(Settings settings, RecountReport report, boolean mayCollect, long began) {
    CounterName counter = settings.counter();
    if (report.drift().signum() != 0 && !explained(settings, report)) {
      checker.violated("rows and checkpoint disagree", counter.name() + ": " + report);
    }
    boolean collected =
        new StoredRows(cluster)
            .of(counter).stream()
                .map(row -> cluster.collected().get(row.partition()))
                .anyMatch(gone -> gone != null && gone < began);
    boolean mayBeIncomplete = mayCollect && settings.retention() != RetentionClass.FOREVER;
    if (report.complete() ? collected : !mayBeIncomplete) {
      checker.violated("wrong about whether all rows are there", counter.name() + ": " + report);
    }
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

package io.quipu.lab.cluster;

import io.quipu.lab.cluster.Ledger.Doubt;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The service counts the rows again by itself, and must find what it counted. */
final class Recounts {
  /** Minutes, hours and days. */
  private static final int GRANULARITIES = 3;

  private final List<Http> instances;
  private final EventRows rows;
  private final Findings findings;
  private final AtomicInteger recounts = new AtomicInteger();

  Recounts(List<Http> instances, EventRows rows, Findings findings) {
    this.instances = instances;
    this.rows = rows;
    this.findings = findings;
  }

  void check(Ledger ledger) {
    if (ledger.cuts.way == Cuts.Way.RESET && ledger.cuts.unanswered() > 0) {
      // its row may have come too late, and takes away for a recount what it did not when settled
      findings.tell("%s has resets without an answer: %s", ledger, recount(ledger, "").text());
      return;
    }
    if (ledger.series() != null) {
      JsonObject series = recount(ledger, "?where=country:CH").expect(200).json();
      if (Math.abs(series.getLong("drift")) > ofRowsBeforeAReset(ledger)) {
        findings.violated("a series of %s, recounted: %s", ledger, series.encode());
      }
    }
    JsonObject report = recount(ledger, "").expect(200).json();
    JsonObject read = Audit.read(instances.get(instances.size() - 1), ledger);
    long count = read.getLong("count");
    long drift = report.getLong("drift");
    long most = explained(ledger, report, read.getLong("events"), count);
    long least = -ofRowsBeforeAReset(ledger);
    if (report.getLong("count") != count || drift < least || drift > most) {
      findings.violated(
          "%s counts %d, and recounted: %s; explained is a drift from %d to %d",
          ledger, count, report.encode(), least, most);
    }
  }

  /**
   * The drift that rows explain which came too late, and lie before a reset that the row with the
   * same id which counted lies after: for a recount they are the first of their id, and taken away.
   */
  private long ofRowsBeforeAReset(Ledger ledger) {
    return ledger.cuts.way == Cuts.Way.RESET ? GRANULARITIES * 2 * ledger.everInDoubt() : 0;
  }

  /** The drift that rows explain which came too late. */
  private long explained(Ledger ledger, JsonObject report, long settled, long count) {
    if (ledger.cuts.way == Cuts.Way.RESET) {
      return ofRowsBeforeAReset(ledger);
    }
    return ledger.content == Content.VALUES
        ? driftOfStatements(ledger, report, settled)
        : strays(ledger, count);
  }

  /**
   * The rows that may have come too late: only what has no id and was never acknowledged, as a row
   * with an id is told from the one that counted.
   */
  private static long strays(Ledger ledger, long count) {
    return ledger.doubt == Doubt.LEFT ? ledger.acknowledged() + ledger.unknown() - count : 0;
  }

  /**
   * The drift that rows of statements explain which came too late. Each statement was repeated
   * until it was acknowledged, so such a row leaves the count as it is: it is one event more in one
   * window of each granularity, and may move what its statement added there from a later window.
   * The settled events are those that were acknowledged, and of those in doubt the rows that came
   * in time.
   */
  private long driftOfStatements(Ledger ledger, JsonObject report, long settled) {
    long late = rows.count(ledger) - settled;
    if (settled < ledger.recordedAnswers() || late < 0 || late > ledger.doubtfulAnswers()) {
      findings.violated(
          "%s has %d settled events and %d rows more; acknowledged %d times, %d times in doubt",
          ledger, settled, late, ledger.recordedAnswers(), ledger.doubtfulAnswers());
    }
    if (late > 0) {
      findings.tell("%s has %d rows that came too late: %s", ledger, late, report.encode());
    }
    boolean same = report.getLong("recounted").equals(report.getLong("count"));
    return late == 0 || !same ? 0 : GRANULARITIES * (late + 2 * ledger.everInDoubt());
  }

  private Http.Answer recount(Ledger ledger, String of) {
    String path = Http.path(ledger.namespace, ledger.counter) + "/recount" + of;
    // in turn, as an instance makes one recount at a time
    Http instance = instances.get(recounts.getAndIncrement() % instances.size());
    return Waits.answer(
        path,
        () -> {
          Http.Answer answer = instance.recount(path);
          return answer.status() == 503 ? null : answer;
        });
  }
}

package io.quipu.cluster;

import io.quipu.cluster.Ledger.Doubt;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** The service counts the rows again by itself, and must find what it counted. */
final class Recounts {
  private final List<Http> instances;
  private final Findings findings;

  Recounts(List<Http> instances, Findings findings) {
    this.instances = instances;
    this.findings = findings;
  }

  void check(Ledger ledger) {
    JsonObject report = recount(ledger).expect(200).json();
    Http last = instances.get(instances.size() - 1);
    long count = Audit.read(last, ledger).getLong("count");
    long drift = report.getLong("drift");
    if (report.getLong("count") != count || drift < 0 || drift > strays(ledger, count)) {
      findings.violated("%s counts %d, and recounted: %s", ledger, count, report.encode());
    }
  }

  /**
   * How much of the rows may have come too late: only what has no id and was never acknowledged, as
   * a row with an id is told from the one that counted.
   */
  private static long strays(Ledger ledger, long count) {
    return ledger.doubt == Doubt.LEFT ? ledger.acknowledged() + ledger.unknown() - count : 0;
  }

  private Http.Answer recount(Ledger ledger) {
    String path = Http.path(ledger.namespace, ledger.counter) + "/recount";
    return Waits.answer(
        path,
        () -> {
          Http.Answer answer = instances.get(0).post(path, "application/json", "");
          return answer.status() == 503 ? null : answer;
        });
  }
}

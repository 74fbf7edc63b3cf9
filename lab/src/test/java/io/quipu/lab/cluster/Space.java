package io.quipu.lab.cluster;

import io.quipu.lab.cluster.Ledger.Doubt;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A namespace and the counters that a run uses of it.
 *
 * @param settings as PUT to the service
 * @param doubt what clients do about unknown outcomes
 * @param kept whether its event rows are still there at the end
 */
record Space(String name, String settings, Doubt doubt, boolean kept, List<Ledger> ledgers) {

  static Space of(
      String name, String settings, Content content, Doubt doubt, boolean kept, int counters) {
    List<Ledger> ledgers =
        IntStream.range(0, counters)
            .mapToObj(i -> new Ledger(name, "c" + i, content, doubt, Cuts.Way.NONE))
            .toList();
    return new Space(name, settings, doubt, kept, ledgers);
  }

  /** The same with counters that begin anew now and then. */
  Space cut(Cuts.Way way) {
    List<Ledger> cut =
        ledgers.stream()
            .map(each -> new Ledger(name, each.counter, each.content, doubt, way))
            .toList();
    return new Space(name, settings, doubt, kept, cut);
  }

  /** The same with half of the counters, but two at least. */
  Space halved() {
    int left = Math.min(ledgers.size(), Math.max(2, ledgers.size() / 2));
    return new Space(name, settings, doubt, kept, ledgers.subList(0, left));
  }

  void create(Http instance) {
    Http.Answer created =
        Waits.answer(
            "namespace " + name,
            () -> {
              Http.Answer answer = instance.put("/v1/namespaces/" + name, settings);
              return answer.status() == 503 ? null : answer;
            });
    // 200: created by an attempt whose answer was lost
    if (created.status() != 200) {
      created.expect(201);
    }
  }
}

package io.quipu.lab.bench.cases;

import io.quipu.lab.bench.load.Exchange;
import io.quipu.lab.bench.load.HttpText;
import io.quipu.lab.bench.load.SocketLoad;
import io.quipu.lab.bench.report.Aim;
import java.io.IOException;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/** An event and a read of each kind, beside a plain event. */
final class CostOfKinds {
  private static final int COUNTERS = 100;
  private static final int WARM_UP = 2_000;

  /**
   * Some way to count.
   *
   * @param namespace also its name in the report
   * @param settings as PUT
   * @param body of the event of a number
   */
  private record Way(String namespace, String settings, LongFunction<String> body) {
    static Way of(String namespace, String kind, LongFunction<String> body) {
      return new Way(namespace, "{\"kind\": \"" + kind + "\"}", body);
    }

    /**
     * With breakdowns by country, and by country and plan.
     *
     * @param kind and further settings, as in PUT
     * @param amount the member of an event that has a number
     */
    static Way broken(String namespace, String kind, String amount) {
      return new Way(
          namespace,
          "{\"kind\": "
              + kind
              + ", \"labels\": [\"country\", \"plan\"],"
              + " \"breakdowns\": [[\"country\"], [\"country\", \"plan\"]]}",
          number ->
              "{\"%s\":%d,\"labels\":{\"country\":\"c%d\",\"plan\":\"p%d\"}}"
                  .formatted(amount, number % 1_000 + 1, number % 20, number % 3));
    }

    static Way sketch(String state) {
      return new Way(
          "sketch-" + state,
          "{\"kind\": \"sketch\", \"state\": \"" + state + "\"}",
          number -> "{\"value\":" + number * 7919 % 10_007 + "}");
    }

    byte[] post(int counter, long number) {
      return HttpText.post(path(counter) + "/events", "application/json", body.apply(number));
    }

    byte[] get(int number) {
      return HttpText.get(path(number % COUNTERS));
    }

    private String path(int counter) {
      return "/v1/counters/" + namespace + "/c" + counter;
    }

    Side side(Bench bench) throws IOException {
      IntSupplier drawn = Posts.uniform(COUNTERS);
      long[] number = {0};
      Supplier<byte[]> requests = () -> post(drawn.getAsInt(), number[0]++);
      return new Side(namespace, SocketLoad.http(bench.quipu(), bench.connections(), requests), 1);
    }
  }

  private static final Way PLAIN = Way.of("plain", "event", number -> "{\"delta\":1}");

  private static final List<Way> WAYS =
      List.of(
          Way.broken("event-two-breakdowns", "\"event\"", "delta"),
          Way.broken("sketch-two-breakdowns", "\"sketch\", \"state\": \"distinct\"", "value"),
          Way.of("event-ids", "event", "{\"id\":\"%d\"}"::formatted),
          Way.of("unique", "unique", "{\"id\":\"%d\"}"::formatted),
          Way.of(
              "latest",
              "latest",
              number ->
                  "{\"actor\":\"%d\",\"version\":%d,\"value\":7}"
                      .formatted(number % 1_000, number)),
          Way.of("linear", "linear", number -> "{\"delta\":1}"),
          Way.sketch("sum"),
          Way.sketch("distinct"),
          Way.sketch("top"),
          Way.sketch("quantiles"));

  private CostOfKinds() {}

  static void run(Bench bench) throws Exception {
    bench.note(bench.connections() + " connections, one request in flight on each, 100 counters");
    Api api = new Api(bench.quipu());
    api.createNamespace(PLAIN.namespace(), PLAIN.settings());
    for (Way way : WAYS) {
      api.createNamespace(way.namespace(), way.settings());
      try (Duel duel = new Duel(bench, way.side(bench), PLAIN.side(bench))) {
        duel.throughput("one event per POST, " + way.namespace(), "events/s", Aim.NONE);
      }
    }
    try (Exchange exchange = new Exchange(bench.quipu())) {
      for (Way way : WAYS) {
        for (int i = 0; i < WARM_UP; i++) {
          exchange.nanos(way.get(i));
          exchange.nanos(PLAIN.get(i));
        }
        OneByOne.compare(
            bench,
            "a read",
            way.namespace(),
            i -> exchange.nanos(way.get(i)),
            PLAIN.namespace(),
            i -> exchange.nanos(PLAIN.get(i)),
            Aim.NONE);
      }
    }
  }
}

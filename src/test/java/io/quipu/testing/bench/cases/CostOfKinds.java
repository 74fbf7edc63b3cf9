package io.quipu.testing.bench.cases;

import io.quipu.testing.bench.load.Exchange;
import io.quipu.testing.bench.load.HttpText;
import io.quipu.testing.bench.load.SocketLoad;
import io.quipu.testing.bench.load.Wire;
import io.quipu.testing.bench.report.Aim;
import io.quipu.testing.bench.report.Comparison;
import io.quipu.testing.bench.report.Finding;
import io.quipu.testing.bench.server.Servers;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/** What an event and a read of each kind cost, beside a plain event. */
final class CostOfKinds implements Case {
  private static final int COUNTERS = 100;
  private static final int WARM_UP = 2_000;

  /**
   * Some way to count.
   *
   * @param namespace also what it is called
   * @param settings as PUT
   * @param body of the event of a number
   */
  private record Way(String namespace, String settings, LongFunction<String> body) {
    byte[] post(int counter, long number) {
      return HttpText.post(path(counter) + "/events", "application/json", body.apply(number));
    }

    String path(int counter) {
      return "/v1/counters/" + namespace + "/c" + counter;
    }
  }

  private static final Way PLAIN =
      new Way("plain", "{\"kind\": \"event\"}", number -> "{\"delta\":1}");

  private static final List<Way> WAYS =
      List.of(
          new Way("event-ids", "{\"kind\": \"event\"}", "{\"id\":\"%d\"}"::formatted),
          new Way("unique", "{\"kind\": \"unique\"}", "{\"id\":\"%d\"}"::formatted),
          new Way(
              "latest",
              "{\"kind\": \"latest\"}",
              number ->
                  "{\"actor\":\"%d\",\"version\":%d,\"value\":7}"
                      .formatted(number % 1_000, number)),
          new Way("linear", "{\"kind\": \"linear\"}", number -> "{\"delta\":1}"),
          sketch("sum"),
          sketch("distinct"),
          sketch("top"),
          sketch("quantiles"));

  private static Way sketch(String state) {
    return new Way(
        "sketch-" + state,
        "{\"kind\": \"sketch\", \"state\": \"" + state + "\"}",
        number -> "{\"value\":" + number * 7919 % 10_007 + "}");
  }

  @Override
  public String name() {
    return "kinds";
  }

  @Override
  public String title() {
    return "What an event and a read of each kind cost; against a plain event of kind event";
  }

  @Override
  public void run(Bench bench, Finding finding) throws Exception {
    finding.note(Servers.settingsInWords());
    finding.note(bench.connections() + " connections, one request in flight on each, 100 counters");
    InetSocketAddress quipu = bench.servers().quipu().address();
    create(quipu, PLAIN);
    for (Way way : WAYS) {
      create(quipu, way);
      try (Duel duel =
          new Duel(bench, finding, side(bench, quipu, way), side(bench, quipu, PLAIN))) {
        duel.throughput("one event per POST, " + way.namespace(), "events/s", Aim.NONE);
      }
    }
    for (Way way : WAYS) {
      reads(bench, finding, quipu, way);
    }
  }

  private static void create(InetSocketAddress quipu, Way way)
      throws IOException, InterruptedException {
    URI uri =
        URI.create("http://127.0.0.1:" + quipu.getPort() + "/v1/namespaces/" + way.namespace());
    HttpRequest put =
        HttpRequest.newBuilder(uri)
            .PUT(BodyPublishers.ofString(way.settings()))
            .header("Content-Type", "application/json")
            .build();
    int status = HttpClient.newHttpClient().send(put, BodyHandlers.discarding()).statusCode();
    if (status != 200 && status != 201) {
      throw new IOException("namespace " + way.namespace() + ": " + status);
    }
  }

  private static Side side(Bench bench, InetSocketAddress quipu, Way way) {
    IntSupplier drawn = Posts.uniform(COUNTERS);
    long[] number = {0};
    Supplier<byte[]> requests = () -> way.post(drawn.getAsInt(), number[0]++);
    return new Side(
        way.namespace(), new SocketLoad(quipu, Wire.http(), bench.connections(), 1, requests), 1);
  }

  private static void reads(Bench bench, Finding finding, InetSocketAddress quipu, Way way)
      throws IOException {
    try (Exchange exchange = new Exchange(quipu)) {
      for (int i = 0; i < WARM_UP; i++) {
        exchange.nanos(get(way, i));
        exchange.nanos(get(PLAIN, i));
      }
      List<Comparison.Round> rounds = new ArrayList<>();
      for (int round = 0; round < bench.rounds(); round++) {
        Calm.await(bench.servers());
        Histogram a = new Histogram(3);
        Histogram b = new Histogram(3);
        long end = System.nanoTime() + bench.phase().toNanos();
        for (int i = 0; System.nanoTime() < end; i++) {
          a.recordValue(exchange.nanos(get(way, i)) / 1_000);
          b.recordValue(exchange.nanos(get(PLAIN, i)) / 1_000);
        }
        rounds.add(new Comparison.Round(a.getValueAtPercentile(50), b.getValueAtPercentile(50)));
      }
      finding.add(
          new Comparison(
              "a read, one at a time, p50, " + way.namespace(),
              "µs",
              way.namespace(),
              PLAIN.namespace(),
              Aim.NONE,
              rounds));
    }
  }

  private static byte[] get(Way way, int number) {
    return HttpText.get(way.path(number % COUNTERS));
  }
}

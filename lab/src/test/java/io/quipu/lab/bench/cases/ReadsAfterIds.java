package io.quipu.lab.bench.cases;

import static java.util.stream.Collectors.joining;

import io.quipu.lab.bench.load.Exchange;
import io.quipu.lab.bench.load.HttpText;
import io.quipu.lab.bench.report.Aim;
import io.quipu.lab.bench.report.Comparison;
import io.quipu.lab.bench.report.Figures;
import io.quipu.lab.bench.report.Finding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * Reads of a counter of which many ids were settled a moment ago, and of one with a hundred, in
 * turn by one closed-loop client. {@code -Dids} says how many.
 */
final class ReadsAfterIds {
  private static final int MANY = Integer.getInteger("ids", 1_000_000);
  private static final int FEW = 100;
  private static final int BATCH = 10_000;
  private static final int WARM_UP = 500;

  private ReadsAfterIds() {}

  static void run(Bench bench) throws Exception {
    Finding finding = bench.finding();
    finding.note("one client, one connection, one read at a time, both counters in turn");
    finding.note(
        "the first round begins as soon as all ids are settled, the others follow at once");
    Api api = new Api(bench.quipu());
    List<byte[]> requests =
        List.of(HttpText.get(Api.path(name(MANY))), HttpText.get(Api.path(name(FEW))));
    List<Comparison.Round> rounds = new ArrayList<>();
    record(api, 1);
    try (Exchange exchange = new Exchange(bench.quipu())) {
      for (int i = 0; i < WARM_UP; i++) {
        for (byte[] request : requests) {
          exchange.nanos(request);
        }
      }
    }
    record(api, MANY);
    // another connection, as the service closes one that is at rest for so long
    try (Exchange exchange = new Exchange(bench.quipu())) {
      for (int i = 0; i < bench.rounds(); i++) {
        rounds.add(round(exchange, requests, System.nanoTime() + bench.phase().toNanos()));
        Comparison.Round last = rounds.get(i);
        finding.note("round %d: %s".formatted(i + 1, last));
      }
    }
    finding.add(
        new Comparison(
            "p50 of a read",
            "µs",
            Figures.of(MANY, "ids"),
            Figures.of(FEW, "ids"),
            Aim.atMost(1.2),
            rounds));
  }

  private static Comparison.Round round(Exchange exchange, List<byte[]> requests, long end)
      throws IOException {
    Histogram many = new Histogram(3);
    Histogram few = new Histogram(3);
    while (System.nanoTime() < end) {
      many.recordValue(exchange.nanos(requests.get(0)) / 1_000);
      few.recordValue(exchange.nanos(requests.get(1)) / 1_000);
    }
    return new Comparison.Round(many.getValueAtPercentile(50), few.getValueAtPercentile(50));
  }

  /** Records so many ids of the one counter, and some of the other, until all are settled. */
  private static void record(Api api, int many) throws IOException, InterruptedException {
    for (int first = 0; first < many; first += BATCH) {
      String batch = batch(first, Math.min(many, first + BATCH));
      Api.await("room for more ids", () -> isRecorded(api, batch));
    }
    api.post(Posts.path(name(FEW)), batch(0, Math.min(many, FEW)));
    awaitSettled(api, name(MANY), many);
    awaitSettled(api, name(FEW), Math.min(many, FEW));
  }

  /** Records a batch; answers false while the service has no room, as ids settle more slowly. */
  private static boolean isRecorded(Api api, String batch)
      throws IOException, InterruptedException {
    try {
      api.post(Posts.path(name(MANY)), batch);
      return true;
    } catch (IOException refused) {
      if (String.valueOf(refused.getMessage()).contains("queue-full")) {
        return false;
      }
      throw refused;
    }
  }

  private static String batch(int first, int end) {
    return IntStream.range(first, end)
        .mapToObj("{\"id\":\"order-%08d\"}"::formatted)
        .collect(joining(",", "[", "]"));
  }

  private static void awaitSettled(Api api, String name, int events) throws IOException {
    String settled = "\"settled\":{\"count\":" + events + ",";
    Api.await(name + " settled", () -> api.get(Api.path(name)).contains(settled));
  }

  private static String name(int ids) {
    return "ids-" + ids;
  }
}

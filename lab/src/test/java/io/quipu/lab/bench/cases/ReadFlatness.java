package io.quipu.lab.bench.cases;

import static java.util.stream.Collectors.joining;

import io.quipu.lab.bench.load.Exchange;
import io.quipu.lab.bench.load.HttpText;
import io.quipu.lab.bench.report.Aim;
import io.quipu.lab.bench.report.Comparison;
import io.quipu.lab.bench.report.Figures;
import io.quipu.lab.bench.report.Finding;
import io.quipu.lab.bench.report.Latency;
import io.quipu.lab.bench.server.Servers;
import io.quipu.testing.dev.KeyspaceStores;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * Reads of counters with 100 and ever more settled events: they must not depend on history. All
 * counters are read in turn by one closed-loop client.
 */
final class ReadFlatness {
  static final int MOST = Integer.getInteger("events", 10_000_000);

  private static final int FEWEST = 100;

  /** More than these go straight into the stores: recording and settling them takes too long. */
  private static final int MOST_RECORDED = 100_000;

  private static final int BATCH = 10_000;
  private static final int WARM_UP = 1_000;

  private static final List<Integer> SIZES =
      IntStream.iterate(FEWEST, size -> size <= MOST, size -> size * 10).boxed().toList();

  private ReadFlatness() {}

  static void run(Bench bench) throws Exception {
    Finding finding = bench.finding();
    finding.note("one client, one connection, one read at a time, all sizes in turn");
    finding.note(
        "up to %,d events are recorded and settled by the service, with ids; the rows and the state of larger counters are written straight into the stores, the last event by the service"
            .formatted(MOST_RECORDED));
    seed(bench);
    List<byte[]> requests = SIZES.stream().map(size -> HttpText.get(Api.path(name(size)))).toList();
    List<Histogram> all = histograms();
    List<List<Histogram>> rounds = new ArrayList<>();
    try (Exchange exchange = new Exchange(bench.quipu())) {
      for (int i = 0; i < WARM_UP; i++) {
        read(exchange, requests, all);
      }
      all.forEach(Histogram::reset);
      for (int i = 0; i < bench.rounds(); i++) {
        Calm.await(bench.servers());
        List<Histogram> round = histograms();
        long end = System.nanoTime() + bench.phase().toNanos();
        while (System.nanoTime() < end) {
          read(exchange, requests, round);
        }
        rounds.add(round);
      }
    }
    for (int i = 0; i < SIZES.size(); i++) {
      if (i > 0) {
        finding.add(comparison(rounds, i, 50));
        finding.add(comparison(rounds, i, 99));
      }
      for (List<Histogram> round : rounds) {
        all.get(i).add(round.get(i));
      }
      finding.add(new Latency(events(i), "one client", 0, all.get(i)));
    }
  }

  private static void seed(Bench bench) throws IOException, InterruptedException {
    Api api = new Api(bench.quipu());
    for (int size : SIZES) {
      if (size <= MOST_RECORDED) {
        for (int first = 0; first < size - 1; first += BATCH) {
          api.post(Posts.path(name(size)), batch(first, Math.min(size - 1, first + BATCH)));
        }
        awaitSettled(api, size, size - 1);
      }
    }
    Calm.await(bench.servers());
    try (KeyspaceStores keyspace =
        new KeyspaceStores(bench.servers().variables(Servers.KEYSPACE))) {
      LongHistory history = new LongHistory(keyspace);
      for (int size : SIZES) {
        if (size > MOST_RECORDED) {
          history.settle(name(size), size - 1);
        }
      }
    }
    // The last event of all at once: whether its bucket is over when it is settled decides whether
    // a read has to look for later ones in it.
    api.recordOneOfEach(SIZES.stream().map(ReadFlatness::name).toList());
    for (int size : SIZES) {
      awaitSettled(api, size, size);
    }
  }

  private static String batch(int first, int end) {
    return IntStream.range(first, end)
        .mapToObj("{\"id\":\"%d\"}"::formatted)
        .collect(joining(",", "[", "]"));
  }

  private static void awaitSettled(Api api, int size, int events) {
    String settled = "\"settled\":{\"count\":" + events + ",";
    Api.await(name(size) + " settled", () -> api.get(Api.path(name(size))).contains(settled));
  }

  private static String name(int size) {
    return "flat-" + size;
  }

  private static List<Histogram> histograms() {
    return SIZES.stream().map(size -> new Histogram(3)).toList();
  }

  private static void read(Exchange exchange, List<byte[]> requests, List<Histogram> micros)
      throws IOException {
    for (int i = 0; i < requests.size(); i++) {
      micros.get(i).recordValue(exchange.nanos(requests.get(i)) / 1_000);
    }
  }

  private static Comparison comparison(List<List<Histogram>> rounds, int size, double percentile) {
    return new Comparison(
        "p%.0f of a read".formatted(percentile),
        "µs",
        events(size),
        events(0),
        Aim.atMost(1.2),
        rounds.stream()
            .map(
                round ->
                    new Comparison.Round(
                        round.get(size).getValueAtPercentile(percentile),
                        round.get(0).getValueAtPercentile(percentile)))
            .toList());
  }

  private static String events(int size) {
    return Figures.of(SIZES.get(size), "events");
  }
}

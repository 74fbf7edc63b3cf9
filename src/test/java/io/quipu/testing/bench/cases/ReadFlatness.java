package io.quipu.testing.bench.cases;

import io.quipu.testing.bench.load.Exchange;
import io.quipu.testing.bench.load.HttpText;
import io.quipu.testing.bench.report.Aim;
import io.quipu.testing.bench.report.Comparison;
import io.quipu.testing.bench.report.Figures;
import io.quipu.testing.bench.report.Finding;
import io.quipu.testing.bench.report.Latency;
import io.quipu.testing.bench.server.Servers;
import io.quipu.testing.dev.KeyspaceStores;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * What a read costs when 100 and when ever more events are settled: it must not depend on history.
 * All counters are read in turn by one closed-loop client.
 */
final class ReadFlatness implements Case {
  private static final int FEWEST = 100;
  private static final int MOST = Integer.getInteger("events", 10_000_000);

  /**
   * What is more than this goes straight into the stores: recording and settling it takes too long.
   */
  private static final int MOST_RECORDED = 100_000;

  private static final int WARM_UP = 1_000;

  private final List<Integer> sizes =
      IntStream.iterate(FEWEST, size -> size <= MOST, size -> size * 10).boxed().toList();

  @Override
  public String name() {
    return "read-flat";
  }

  @Override
  public String title() {
    return "Reading a counter with 100 to %,d settled events, each a row of its own; against itself at 100"
        .formatted(MOST);
  }

  @Override
  public void run(Bench bench, Finding finding) throws Exception {
    finding.note(Servers.settingsInWords());
    finding.note("one client, one connection, one read at a time, all sizes in turn");
    finding.note(
        "up to %,d events are recorded and settled by the service, with ids; the rows and the state of larger counters are written straight into the stores, the last event by the service"
            .formatted(MOST_RECORDED));
    seed(bench);
    List<List<Histogram>> rounds = new ArrayList<>();
    try (Exchange exchange = new Exchange(bench.servers().quipu().address())) {
      for (int i = 0; i < WARM_UP; i++) {
        for (int size : sizes) {
          exchange.nanos(request(size));
        }
      }
      for (int i = 0; i < bench.rounds(); i++) {
        Calm.await(bench.servers());
        rounds.add(round(exchange, bench));
      }
    }
    for (int i = 1; i < sizes.size(); i++) {
      compare(finding, rounds, i, 50);
      compare(finding, rounds, i, 99);
    }
    for (int i = 0; i < sizes.size(); i++) {
      tell(finding, rounds, i);
    }
  }

  private void seed(Bench bench) throws IOException, InterruptedException {
    Seeding seeding = new Seeding(bench.servers().quipu().address());
    for (int size : sizes) {
      if (size <= MOST_RECORDED) {
        seeding.settle("flat-" + size, size - 1);
      }
    }
    Calm.await(bench.servers());
    try (KeyspaceStores keyspace =
        new KeyspaceStores(bench.servers().variables(Servers.KEYSPACE))) {
      LongHistory history = new LongHistory(keyspace);
      for (int size : sizes) {
        if (size > MOST_RECORDED) {
          history.settle("flat-" + size, size - 1);
        }
      }
    }
    // The last event of all at once: whether its bucket is over when it is settled decides whether
    // a read has to look for later ones in it.
    seeding.recordOneOfEach(sizes.stream().map(size -> "flat-" + size).toList());
    for (int size : sizes) {
      seeding.awaitSettled("flat-" + size, size);
    }
  }

  private static byte[] request(int size) {
    return HttpText.get(Seeding.path("flat-" + size));
  }

  private List<Histogram> round(Exchange exchange, Bench bench) throws IOException {
    List<byte[]> requests = sizes.stream().map(ReadFlatness::request).toList();
    List<Histogram> micros = sizes.stream().map(size -> new Histogram(3)).toList();
    long end = System.nanoTime() + bench.phase().toNanos();
    while (System.nanoTime() < end) {
      for (int i = 0; i < requests.size(); i++) {
        micros.get(i).recordValue(exchange.nanos(requests.get(i)) / 1_000);
      }
    }
    return micros;
  }

  private void compare(Finding finding, List<List<Histogram>> rounds, int size, double percentile) {
    finding.add(
        new Comparison(
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
                .toList()));
  }

  private void tell(Finding finding, List<List<Histogram>> rounds, int size) {
    Histogram all = new Histogram(3);
    rounds.forEach(round -> all.add(round.get(size)));
    finding.add(new Latency(events(size), "one client", 0, all));
  }

  private String events(int size) {
    return Figures.of(sizes.get(size), "events");
  }
}

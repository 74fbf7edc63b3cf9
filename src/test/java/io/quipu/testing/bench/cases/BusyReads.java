package io.quipu.testing.bench.cases;

import io.quipu.testing.bench.load.HttpText;
import io.quipu.testing.bench.load.Phase;
import io.quipu.testing.bench.load.SocketLoad;
import io.quipu.testing.bench.load.Wire;
import io.quipu.testing.bench.report.Aim;
import io.quipu.testing.bench.report.Comparison;
import io.quipu.testing.bench.report.Figures;
import io.quipu.testing.bench.report.Finding;
import io.quipu.testing.bench.report.Latency;
import io.quipu.testing.bench.server.Servers;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.HdrHistogram.Histogram;

/** Reads of counters into which ids are recorded as fast as can be, and after that. */
final class BusyReads implements Case {
  private static final String PREFIX = "busy-";
  private static final int IN_FLIGHT = 32;
  private static final int READERS = 64;
  private static final int READS_PER_SECOND = 50;
  private static final double ALLOWED_MILLIS = 300;

  @Override
  public String name() {
    return "busy-reads";
  }

  @Override
  public String title() {
    return "Reads of 100 counters while batches of 100 events with ids are recorded into them as fast as can be, and as long again; p99 against 300 ms, and none refused";
  }

  @Override
  public void run(Bench bench, Finding finding) throws Exception {
    Servers servers = bench.servers();
    Duration recording = bench.phase().multipliedBy(10);
    finding.note(Servers.settingsInWords());
    finding.note(
        "%d reads a second, from when each was to be sent; recorded is for %d s of a round"
            .formatted(READS_PER_SECOND, recording.toSeconds()));
    Audit audit = Audit.ofNumbered(PREFIX, BatchBodies.COUNTERS);
    InetSocketAddress quipu = servers.quipu().address();
    SettledEvents settled = new SettledEvents(servers.quipu());
    try (SocketLoad batches =
            new SocketLoad(quipu, Wire.http(), IN_FLIGHT, 1, new BatchBodies(PREFIX, true));
        SocketLoad reads = reads(quipu)) {
      audit.watch(batches, BatchBodies.EVENTS);
      new WarmUp(servers)
          .run(
              finding,
              new Side("batches", batches, BatchBodies.EVENTS),
              new Side("reads", reads, 1));
      List<Phase> phases = new ArrayList<>();
      for (int round = 0; round < bench.rounds(); round++) {
        Calm.await(servers);
        long before = settled.soFar();
        CompletableFuture<Void> recorded =
            CompletableFuture.supplyAsync(() -> batches.closedLoop(recording))
                .thenAccept(phase -> tell(finding, phase, soFar(settled) - before));
        phases.add(reads.atRate(READS_PER_SECOND, recording.multipliedBy(2)));
        recorded.join();
      }
      tell(finding, phases);
      audit.check(servers, finding);
    }
  }

  private static void tell(Finding finding, Phase recorded, long settled) {
    long events = recorded.good() * BatchBodies.EVENTS;
    finding.note(
        "recorded %s; %,d of %,d events were settled by then"
            .formatted(
                Figures.of(recorded.perSecond() * BatchBodies.EVENTS, "ids/s"), settled, events));
  }

  private static void tell(Finding finding, List<Phase> reads) {
    finding.add(
        new Comparison(
            "p99 of a read",
            "ms",
            "Quipu",
            "allowed",
            Aim.atMost(1),
            reads.stream()
                .map(phase -> new Comparison.Round(phase.micros(99) / 1_000, ALLOWED_MILLIS))
                .toList()));
    Histogram all = new Histogram(3);
    reads.forEach(phase -> all.add(phase.micros()));
    long refused = reads.stream().mapToLong(Phase::bad).sum();
    finding.add(new Latency("reads", READS_PER_SECOND + " reads/s", refused, all));
  }

  private static SocketLoad reads(InetSocketAddress quipu) {
    byte[][] requests = new byte[BatchBodies.COUNTERS][];
    for (int i = 0; i < requests.length; i++) {
      requests[i] = HttpText.get(Seeding.path(PREFIX + i));
    }
    return new SocketLoad(
        quipu, Wire.http(), READERS, 1, Posts.any(requests, Posts.uniform(requests.length)));
  }

  private static long soFar(SettledEvents settled) {
    try {
      return settled.soFar();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}

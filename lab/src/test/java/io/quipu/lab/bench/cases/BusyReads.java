package io.quipu.lab.bench.cases;

import io.quipu.lab.bench.load.Phase;
import io.quipu.lab.bench.load.SocketLoad;
import io.quipu.lab.bench.report.Aim;
import io.quipu.lab.bench.report.Comparison;
import io.quipu.lab.bench.report.Figures;
import io.quipu.lab.bench.report.Finding;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Reads of counters into which ids are recorded as fast as can be, and after that. */
final class BusyReads {
  private static final String PREFIX = "busy-";
  private static final int IN_FLIGHT = 32;
  private static final int READERS = 64;
  private static final int READS_PER_SECOND = 50;
  private static final double ALLOWED_MILLIS = 300;

  private BusyReads() {}

  static void run(Bench bench) throws Exception {
    Finding finding = bench.finding();
    Duration recording = bench.phase().multipliedBy(10);
    finding.note(
        "%d reads a second, from when each was to be sent; recorded is for %d s of a round"
            .formatted(READS_PER_SECOND, recording.toSeconds()));
    Audit audit = Audit.ofNumbered(PREFIX, BatchBodies.COUNTERS);
    Api api = new Api(bench.quipu());
    try (SocketLoad batches = BatchBodies.load(bench.quipu(), IN_FLIGHT, PREFIX);
        SocketLoad reads =
            SocketLoad.http(bench.quipu(), READERS, Posts.gets(PREFIX, BatchBodies.COUNTERS))) {
      audit.watch(batches, BatchBodies.EVENTS);
      WarmUp.run(
          bench, new Side("batches", batches, BatchBodies.EVENTS), new Side("reads", reads, 1));
      Phases phases = new Phases();
      List<Comparison.Round> rounds =
          bench.measure(
              () -> {
                long before = api.settled();
                CompletableFuture<Void> recorded =
                    CompletableFuture.runAsync(
                        () -> tell(finding, batches.closedLoop(recording), api, before));
                Phase read = phases.add(reads.atRate(READS_PER_SECOND, recording.multipliedBy(2)));
                recorded.join();
                return new Comparison.Round(read.micros(99) / 1_000, ALLOWED_MILLIS);
              });
      finding.add(new Comparison("p99 of a read", "ms", "Quipu", "allowed", Aim.atMost(1), rounds));
      finding.add(phases.latency("reads", READS_PER_SECOND + " reads/s"));
      audit.check(bench);
    }
  }

  private static void tell(Finding finding, Phase recorded, Api api, long before) {
    try {
      finding.note(
          "recorded %s; %,d of %,d events were settled by then"
              .formatted(
                  Figures.of(recorded.perSecond() * BatchBodies.EVENTS, "ids/s"),
                  api.settled() - before,
                  recorded.good() * BatchBodies.EVENTS));
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}

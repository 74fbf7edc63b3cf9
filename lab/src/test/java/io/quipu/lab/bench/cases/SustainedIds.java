package io.quipu.lab.bench.cases;

import io.quipu.lab.bench.load.DriverLoad;
import io.quipu.lab.bench.load.Phase;
import io.quipu.lab.bench.load.SocketLoad;
import io.quipu.lab.bench.report.Aim;
import io.quipu.lab.bench.report.Comparison;
import io.quipu.lab.bench.report.Figures;
import io.quipu.lab.bench.report.Finding;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntSupplier;

/**
 * Events with ids for a minute and until all of them are settled, with reads beside them; against
 * the same rows by the driver for as long and until they are flushed. A burst leaves work behind;
 * this counts it.
 */
final class SustainedIds {
  private static final int IN_FLIGHT = 32;
  private static final int EVENTS = BatchBodies.EVENTS;
  private static final int READERS = 64;
  private static final int READS_PER_SECOND = 10;
  private static final double ALLOWED_MILLIS = 300;

  /** Phases of the suite that one of this case is as long as. */
  private static final int PHASES = 20;

  private final Bench bench;
  private final Finding finding;
  private final Api api;
  private final String prefix;
  private final int counters;
  private final Duration recording;
  private final Phases reading = new Phases();

  private SustainedIds(Bench bench, int counters) throws IOException {
    this.bench = bench;
    this.finding = bench.finding();
    this.api = new Api(bench.quipu());
    this.prefix = "sustained-" + counters + "-";
    this.counters = counters;
    this.recording = bench.phase().multipliedBy(PHASES);
  }

  /** Records into so many counters. */
  static Case.Measurement of(int counters, Aim aim) {
    return bench -> new SustainedIds(bench, counters).run(aim);
  }

  private void run(Aim aim) throws Exception {
    finding.note(
        "recorded for %d s, %d batches of %d in flight; %d reads a second meanwhile"
            .formatted(recording.toSeconds(), IN_FLIGHT, EVENTS, READS_PER_SECOND));
    EventInserts inserts = new EventInserts(bench.servers().session());
    IntSupplier drawn = Posts.uniform(counters);
    Audit audit = Audit.ofNumbered(prefix, counters);
    try (SocketLoad batches = BatchBodies.load(bench.quipu(), IN_FLIGHT, prefix, counters);
        SocketLoad reads = SocketLoad.http(bench.quipu(), READERS, Posts.gets(prefix, counters));
        DriverLoad driver =
            new DriverLoad(
                bench.servers().session(),
                IN_FLIGHT,
                () -> inserts.batch(prefix + drawn.getAsInt(), EventInserts.now(), EVENTS))) {
      audit.watch(batches, EVENTS);
      WarmUp.run(bench, new Side("Quipu", batches, EVENTS), new Side("driver", driver, EVENTS));
      List<Comparison.Round> sustained = new ArrayList<>();
      CpuAccount ofQuipu = new CpuAccount("Quipu");
      CpuAccount ofDriver = new CpuAccount("driver");
      Calm.await(bench.servers());
      for (int round = 0; round < bench.rounds(); round++) {
        double mine = eventsPerSecond(ofQuipu, () -> settled(batches, reads));
        double theirs = eventsPerSecond(ofDriver, () -> flushed(driver));
        sustained.add(new Comparison.Round(mine, theirs));
      }
      finding.add(
          new Comparison("recorded and settled", "events/s", "Quipu", "driver", aim, sustained));
      ofQuipu.tell(finding);
      ofDriver.tell(finding);
      finding.add(
          new Comparison(
              "p99 of a read",
              "ms",
              "Quipu",
              "allowed",
              Aim.atMost(1),
              reading.againstMillis(ALLOWED_MILLIS)));
      finding.add(reading.latency("reads", READS_PER_SECOND + " reads/s"));
      audit.check(bench);
    }
  }

  /** Records with reads beside it, and waits until all is settled. Answers the batches. */
  private long settled(SocketLoad batches, SocketLoad reads) throws Exception {
    long before = api.settled();
    CompletableFuture<Phase> read =
        CompletableFuture.supplyAsync(() -> reads.atRate(READS_PER_SECOND, recording));
    Phase recorded = batches.closedLoop(recording);
    long more = api.settled() - before;
    reading.add(read.join());
    api.awaitSettled(before + recorded.good() * EVENTS);
    finding.note(
        "recorded %s, %,d of %,d were settled by then, %d batches refused"
            .formatted(
                Figures.of(recorded.perSecond() * EVENTS, "ids/s"),
                more,
                recorded.good() * EVENTS,
                recorded.bad()));
    return recorded.good();
  }

  private long flushed(DriverLoad driver) throws Exception {
    Phase written = driver.closedLoop(recording);
    bench.servers().flush("rival");
    return written.good();
  }

  /** Records with both sides alike: the CPU of what is left to do is counted, its time is not. */
  private double eventsPerSecond(CpuAccount account, Callable<Long> batches) throws Exception {
    CpuAccount.Count count = account.begin(bench.servers());
    long started = System.nanoTime();
    long events = batches.call() * EVENTS;
    double seconds = (System.nanoTime() - started) / 1e9;
    count.ended();
    Calm.await(bench.servers());
    count.calm((double) events);
    return events / seconds;
  }
}

package io.quipu.lab.bench.cases;

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
import java.util.stream.Stream;

/**
 * Events with ids for a minute and until all of them are settled, with reads beside them; against
 * rivals for as long. A burst leaves work behind; this counts it.
 */
final class SustainedIds {
  static final int IN_FLIGHT = 32;

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

  private SustainedIds(Bench bench, String prefix, int counters) throws IOException {
    this.bench = bench;
    this.finding = bench.finding();
    this.api = new Api(bench.quipu());
    this.prefix = prefix;
    this.counters = counters;
    this.recording = bench.phase().multipliedBy(PHASES);
  }

  /** Records into counters that are the prefix and a number; each rival in turn with Quipu. */
  static Case.Measurement of(String prefix, int counters, IdRival.Starter... rivals) {
    return bench -> {
      List<IdRival> started = new ArrayList<>();
      try {
        for (IdRival.Starter rival : rivals) {
          rival.start(bench, prefix, counters).ifPresent(started::add);
        }
        if (!started.isEmpty()) {
          new SustainedIds(bench, prefix, counters).run(started);
        }
      } finally {
        started.forEach(rival -> rival.side().load().close());
      }
    };
  }

  private void run(List<IdRival> rivals) throws Exception {
    finding.note(
        "recorded for %d s, %d batches of %d in flight; %d reads a second meanwhile"
            .formatted(recording.toSeconds(), IN_FLIGHT, EVENTS, READS_PER_SECOND));
    Audit audit = Audit.ofNumbered(prefix, counters);
    try (SocketLoad batches = BatchBodies.load(bench.quipu(), IN_FLIGHT, prefix, counters);
        SocketLoad reads = SocketLoad.http(bench.quipu(), READERS, Posts.gets(prefix, counters))) {
      audit.watch(batches, EVENTS);
      WarmUp.run(
          bench,
          Stream.concat(
                  Stream.of(new Side("Quipu", batches, EVENTS)), rivals.stream().map(IdRival::side))
              .toArray(Side[]::new));
      CpuAccount cpu = new CpuAccount("Quipu");
      List<Opponent> opponents = rivals.stream().map(Opponent::new).toList();
      Calm.await(bench.servers());
      for (int round = 0; round < bench.rounds(); round++) {
        double mine = eventsPerSecond(cpu, () -> settled(batches, reads), IdRival.Step.NONE);
        for (Opponent opponent : opponents) {
          opponent.answer(mine);
        }
      }
      cpu.tell(finding);
      for (Opponent opponent : opponents) {
        opponent.tell();
      }
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

  /** Records with all sides alike: the CPU of what is left to do is counted, its time is not. */
  private double eventsPerSecond(CpuAccount account, Callable<Long> batches, IdRival.Step tidy)
      throws Exception {
    CpuAccount.Count count = account.begin(bench.servers());
    long started = System.nanoTime();
    long events = batches.call() * EVENTS;
    double seconds = (System.nanoTime() - started) / 1e9;
    count.ended();
    tidy.run();
    Calm.await(bench.servers());
    count.calm((double) events);
    return events / seconds;
  }

  /** A rival and its rounds. */
  private final class Opponent {
    private final IdRival rival;
    private final CpuAccount cpu;
    private final List<Comparison.Round> rounds = new ArrayList<>();

    private Opponent(IdRival rival) {
      this.rival = rival;
      this.cpu = new CpuAccount(rival.side().name());
    }

    private void answer(double quipu) throws Exception {
      rounds.add(new Comparison.Round(quipu, eventsPerSecond(cpu, this::recorded, rival.tidy())));
    }

    private long recorded() throws Exception {
      Phase recorded = rival.side().load().closedLoop(recording);
      rival.finish().run();
      return recorded.good();
    }

    private void tell() throws Exception {
      String name = rival.side().name();
      finding.add(
          new Comparison("recorded and settled", "events/s", "Quipu", name, rival.aim(), rounds));
      cpu.tell(finding);
      rival.check().run();
    }
  }
}

package io.quipu.bench.cases;

import io.quipu.bench.report.Aim;
import io.quipu.bench.report.Comparison;
import io.quipu.bench.report.Finding;
import io.quipu.bench.server.Servers;
import io.quipu.checkpoint.Rounds;
import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.store.EventRow;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * How many counters without ids a settler settles, against the conditional writes alone: what it
 * reads, and how it decides, is what Quipu adds to them.
 */
final class SettlePlain implements Case {
  private static final int COUNTERS_PER_SECOND_OF_A_PHASE = 250;

  @Override
  public String name() {
    return "settle-plain";
  }

  @Override
  public String title() {
    return "Settling counters with a row each; against the same conditional batches by the driver";
  }

  @Override
  public void run(Bench bench, Finding finding) throws Exception {
    finding.note(Servers.settingsInWords());
    finding.note(
        "settler and driver run in the generator's process, at most %d counters at a time, the settler's in waves of %d"
            .formatted(Settler.AT_ONCE, Rounds.WAVE));
    int counters = bench.seconds() * COUNTERS_PER_SECOND_OF_A_PHASE;
    finding.note(
        "%,d counters a round, each advanced by a tenth of a second in which it has a row"
            .formatted(counters));
    try (Settler settler = new Settler(bench.servers(), "settle_plain")) {
      DirectCheckpoints direct = new DirectCheckpoints(settler.driver());
      each(counters, i -> settler.announce(counter(i)));
      // the first begins the checkpoints
      int[] round = {0};
      new WarmUp(bench.servers())
          .run(finding, List.of(() -> round(bench, settler, direct, round[0]++, counters)));
      List<Comparison.Round> rounds = new ArrayList<>();
      for (int i = 0; i < bench.rounds(); i++) {
        rounds.add(round(bench, settler, direct, round[0]++, counters));
      }
      finding.add(
          new Comparison(
              "many counters", "settled/s", "settler", "driver", Aim.atLeast(0.7), rounds));
    }
  }

  private static Comparison.Round round(
      Bench bench, Settler settler, DirectCheckpoints direct, int round, int counters) {
    EventTime horizon = tenth(round + 1);
    each(counters, i -> settler.append(counter(i), row(round)));
    Calm.await(bench.servers());
    double settled =
        counters
            / Settler.seconds(
                () ->
                    Settler.await(
                        settler.settleAll(
                            IntStream.range(0, counters).mapToObj(SettlePlain::counter).toList(),
                            horizon)));
    if (settler.settled(counter(0)) != round + 1) {
      throw new IllegalStateException("settled " + settler.settled(counter(0)));
    }
    Calm.await(bench.servers());
    double driven =
        counters
            / Settler.seconds(
                () ->
                    each(
                        counters,
                        i ->
                            direct.advance(
                                "direct-" + i,
                                round == 0 ? null : tenth(round),
                                horizon,
                                round + 1)));
    return new Comparison.Round(settled, driven);
  }

  /** All within the minute that is announced. */
  private static EventTime tenth(int round) {
    return Settler.START.plusTicks(round * EventTime.TICKS_PER_SECOND / 10);
  }

  private static List<EventRow> row(int round) {
    return List.of(new EventRow(tenth(round).plusTicks(1).timeuuid(0, 1), 1, 1, null));
  }

  private static CounterName counter(int i) {
    return new CounterName("default", "plain-" + i);
  }

  private static void each(int counters, Work work) {
    List<Supplier<CompletionStage<?>>> all = new ArrayList<>();
    IntStream.range(0, counters).forEach(i -> all.add(() -> work.on(i)));
    Settler.all(all);
  }

  /** What is done to each counter. */
  @FunctionalInterface
  private interface Work {
    CompletionStage<?> on(int counter);
  }
}

package io.quipu.bench.cases;

import io.quipu.bench.report.Aim;
import io.quipu.bench.report.Comparison;
import io.quipu.bench.report.Finding;
import io.quipu.bench.server.Servers;
import io.quipu.checkpoint.SettlingWaves;
import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.store.EventRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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
            .formatted(Settler.AT_ONCE, SettlingWaves.WAVE));
    int counters = bench.seconds() * COUNTERS_PER_SECOND_OF_A_PHASE;
    finding.note(
        "%,d counters a round, each advanced by a tenth of a second in which it has a row"
            .formatted(counters));
    try (Settler settler = new Settler(bench.servers(), "settle_plain")) {
      DirectCheckpoints direct = new DirectCheckpoints(settler.driver());
      each(counters, i -> settler.announce(counter(i)));
      // the first begins the checkpoints
      int[] round = {0};
      Side ofSettler = new Side("settler");
      Side ofDriver = new Side("driver");
      List<Comparison.Round> rounds = new ArrayList<>();
      Supplier<Comparison.Round> next =
          () -> {
            int i = round[0]++;
            each(counters, counter -> settler.append(counter(counter), row(i)));
            return new Comparison.Round(
                ofSettler.perSecond(bench, counters, () -> settle(settler, counters, i)),
                ofDriver.perSecond(bench, counters, () -> drive(direct, counters, i)));
          };
      new WarmUp(bench.servers()).run(finding, List.of(() -> rounds.add(next.get())));
      ofSettler.account = new CpuAccount("settler");
      ofDriver.account = new CpuAccount("driver");
      rounds.clear();
      Stream.generate(next).limit(bench.rounds()).forEach(rounds::add);
      finding.add(
          new Comparison(
              "many counters", "settled/s", "settler", "driver", Aim.atLeast(0.7), rounds));
      ofSettler.account.tell(finding);
      ofDriver.account.tell(finding);
    }
  }

  private static void settle(Settler settler, int counters, int round) {
    List<CounterName> all = IntStream.range(0, counters).mapToObj(SettlePlain::counter).toList();
    Settler.await(settler.settleAll(all, tenth(round + 1)));
    if (settler.settled(counter(0)) != round + 1) {
      throw new IllegalStateException("settled " + settler.settled(counter(0)));
    }
  }

  private static void drive(DirectCheckpoints direct, int counters, int round) {
    EventTime before = round == 0 ? null : tenth(round);
    each(counters, i -> direct.advance("direct-" + i, before, tenth(round + 1), round + 1));
  }

  /** Who settles, and what CPU that has taken. */
  private static final class Side {
    private CpuAccount account;

    private Side(String name) {
      account = new CpuAccount(name);
    }

    private double perSecond(Bench bench, int counters, Runnable work) {
      Calm.await(bench.servers());
      Map<String, Double> start = bench.servers().cpu();
      double seconds = Settler.seconds(work);
      Map<String, Double> end = bench.servers().cpu();
      Calm.await(bench.servers());
      account.add(counters, start, end, bench.servers().cpu());
      return counters / seconds;
    }
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

package io.quipu.testing.bench.cases;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.store.EventRow;
import io.quipu.testing.bench.report.Aim;
import io.quipu.testing.bench.report.Comparison;
import io.quipu.testing.bench.report.Finding;
import io.quipu.testing.bench.server.Servers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How many counters without ids are settled, against the conditional writes alone: what is read,
 * and how it is decided, is what Quipu adds to them.
 */
final class SettlePlain implements Case {
  private static final int COUNTERS_PER_SECOND_OF_A_PHASE = 4_000;

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
        "settlers and driver run in the generator's process, at most %d pages at a time"
            .formatted(Settler.AT_ONCE));
    List<CounterName> counters =
        IntStream.range(0, bench.seconds() * COUNTERS_PER_SECOND_OF_A_PHASE)
            .mapToObj(i -> new CounterName("default", "plain-" + i))
            .toList();
    try (Settler settler = new Settler(bench.servers(), "settle_plain")) {
      finding.note(
          "%,d counters on %d pages a round, each with a row in a tenth of a second"
              .formatted(counters.size(), settler.layout().pages()));
      DirectPages direct = new DirectPages(settler.driver());
      Map<Integer, List<CounterName>> pages =
          counters.stream().collect(groupingBy(settler.layout()::page));
      // the first begins the pages
      int[] round = {0};
      Side ofSettler = new Side("settler");
      Side ofDriver = new Side("driver");
      List<Comparison.Round> rounds = new ArrayList<>();
      Supplier<Comparison.Round> next =
          () -> {
            int i = round[0]++;
            settler.record(counters.stream().collect(toMap(counter -> counter, any -> row(i))));
            return new Comparison.Round(
                ofSettler.perSecond(bench, counters.size(), () -> settle(settler, counters, i)),
                ofDriver.perSecond(bench, counters.size(), () -> drive(direct, pages, i)));
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

  private static void settle(Settler settler, List<CounterName> counters, int round) {
    settler.settle(tenth(round + 1));
    long settled = settler.settled(counters.get(0));
    if (settled != round + 1) {
      throw new IllegalStateException("settled " + settled);
    }
  }

  private static void drive(DirectPages direct, Map<Integer, List<CounterName>> pages, int round) {
    EventTime before = round == 0 ? null : tenth(round);
    List<Supplier<CompletionStage<?>>> all = new ArrayList<>();
    pages.forEach(
        (page, counters) ->
            all.add(() -> direct.advance(page, before, tenth(round + 1), round + 1, counters)));
    Settler.all(all);
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

  private static EventTime tenth(int round) {
    return Settler.START.plusTicks(round * EventTime.TICKS_PER_SECOND / 10);
  }

  private static List<EventRow> row(int round) {
    return List.of(new EventRow(tenth(round).plusTicks(1).timeuuid(0, 1), 1, 1, null));
  }
}

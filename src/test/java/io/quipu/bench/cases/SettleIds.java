package io.quipu.bench.cases;

import io.quipu.bench.report.Aim;
import io.quipu.bench.report.Comparison;
import io.quipu.bench.report.Finding;
import io.quipu.bench.server.Servers;
import io.quipu.counter.CounterName;
import io.quipu.counter.DeduplicationWindow;
import io.quipu.counter.EventTime;
import io.quipu.store.EventRow;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * How many distinct ids a settler takes in, against the same reads and writes issued directly: a
 * slice of 20,000 rows, a look for each of their ids, a member for each.
 */
final class SettleIds implements Case {
  private static final int IDS_PER_SECOND_OF_A_PHASE = 40_000;
  private static final int ROWS_PER_WRITE = 100;
  private static final EventTime HORIZON = Settler.START.plusTicks(60 * EventTime.TICKS_PER_SECOND);

  @Override
  public String name() {
    return "settle-ids";
  }

  @Override
  public String title() {
    return "Settling distinct ids; against the same reads and writes by the driver";
  }

  @Override
  public void run(Bench bench, Finding finding) throws Exception {
    finding.note(Servers.settingsInWords());
    finding.note("settler and driver run in the generator's process");
    // rows lie in one minute, 50 ticks apart
    int ids = Math.min(bench.seconds() * IDS_PER_SECOND_OF_A_PHASE, 1_000_000);
    finding.note("%,d ids a round".formatted(ids));
    try (Settler settler = new Settler(bench.servers(), "settle_ids")) {
      DirectIds direct = new DirectIds(settler.driver());
      List<Comparison.Round> rounds = new ArrayList<>();
      // the first round warms both up and is not counted
      for (int round = -1; round < bench.rounds(); round++) {
        Comparison.Round one = round(bench, settler, direct, round, ids);
        if (round >= 0) {
          rounds.add(one);
        }
      }
      finding.add(
          new Comparison("one counter", "ids/s", "settler", "driver", Aim.atLeast(0.5), rounds));
    }
  }

  private static Comparison.Round round(
      Bench bench, Settler settler, DirectIds direct, int round, int ids) {
    CounterName a = new CounterName("default", "settled-" + round);
    CounterName b = new CounterName("default", "direct-" + round);
    write(settler, a, ids);
    write(settler, b, ids);
    Calm.await(bench.servers());
    double settled = ids / Settler.seconds(() -> Settler.await(settler.settle(a, HORIZON)));
    if (settler.settled(a) != ids) {
      throw new IllegalStateException("settled " + settler.settled(a) + " of " + ids);
    }
    Calm.await(bench.servers());
    double driven = ids / Settler.seconds(() -> direct.run(b, Settler.START, HORIZON));
    return new Comparison.Round(settled, driven);
  }

  /** Rows of one minute, as a busy writer leaves them. */
  private static void write(Settler settler, CounterName counter, int ids) {
    Settler.await(settler.announce(counter));
    List<Supplier<CompletionStage<?>>> writes = new ArrayList<>();
    for (int first = 0; first < ids; first += ROWS_PER_WRITE) {
      int from = first;
      writes.add(() -> settler.append(counter, rows(counter, from, ids)));
    }
    Settler.all(writes);
  }

  private static List<EventRow> rows(CounterName counter, int first, int ids) {
    List<EventRow> rows = new ArrayList<>();
    for (int i = first; i < Math.min(ids, first + ROWS_PER_WRITE); i++) {
      rows.add(
          new EventRow(
              Settler.START.plusTicks(i * 50L).timeuuid(0, 1),
              1,
              1,
              "order-" + counter.name() + "-" + i,
              DeduplicationWindow.USUAL));
    }
    return rows;
  }
}

package io.quipu.lab.bench.cases;

import io.quipu.lab.bench.load.Receipts;
import io.quipu.lab.bench.load.SocketLoad;
import io.quipu.lab.bench.report.Finding;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Holds what the service counted in a case against what its clients saw acknowledged, also while it
 * was warmed up and where a phase gave up. A rate means nothing if events are lost on the way.
 *
 * <p>Counters are of one case only: nothing else may record into them.
 */
final class Audit {
  /** Settling of 100,000 counters takes minutes, on two cores. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private static final Duration LOOK = Duration.ofSeconds(1);

  private final List<String> counters;
  private final List<Supplier<Receipts>> loads = new ArrayList<>();

  private Audit(List<String> counters) {
    this.counters = counters;
  }

  static Audit of(List<String> counters) {
    return new Audit(List.copyOf(counters));
  }

  /** Of counters whose names are the prefix and a number from 0. */
  static Audit ofNumbered(String prefix, int counters) {
    return of(Posts.names(prefix, counters));
  }

  /**
   * Takes in a load before it is put on the service. Every load that records into the counters has
   * to be known, or its events are found to be too many.
   *
   * @param events how many a request stands for
   */
  SocketLoad watch(SocketLoad load, int events) {
    loads.add(() -> load.receipts().times(events));
    return load;
  }

  /** Waits until the service has settled all, and tells whether the counts are right. */
  void check(Bench bench) throws IOException {
    // reading 100,000 counters again and again would only hold up the settling
    Calm.await(bench.servers());
    tell(settled(new Counts(bench.quipu()), PATIENCE), bench.finding());
  }

  /**
   * The balance when all events are settled and no acknowledged one is missing; or else after
   * {@code patience}. Null if the counts could not be read.
   */
  @Nullable Balance settled(Counts counts, Duration patience) {
    Receipts receipts = loads.stream().map(Supplier::get).reduce(Receipts.NONE, Receipts::plus);
    AtomicReference<@Nullable Balance> last = new AtomicReference<>();
    try {
      Awaitility.await("all settled")
          .pollDelay(Duration.ZERO)
          .pollInterval(LOOK)
          .atMost(patience)
          .ignoreExceptionsInstanceOf(IOException.class)
          .until(
              () -> {
                Sum sum = counts.sum(counters);
                last.set(new Balance(sum, receipts));
                return sum.unsettled() == 0 && sum.count() >= receipts.acknowledged();
              });
    } catch (ConditionTimeoutException late) {
      // what has been read by then is judged
    }
    return last.get();
  }

  static void tell(@Nullable Balance balance, Finding finding) {
    if (balance == null) {
      finding.fail("the counts could not be read, so nobody knows whether they are right");
    } else if (balance.isRight()) {
      finding.note(balance.toString());
    } else {
      finding.fail(balance.toString());
    }
  }
}

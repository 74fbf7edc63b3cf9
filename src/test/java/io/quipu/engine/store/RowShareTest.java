package io.quipu.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.store.RowShare.Held;
import io.quipu.engine.time.Done;
import io.quipu.engine.time.HandDrivenTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Rows that are shared by all who read. */
class RowShareTest {
  private final HandDrivenTime time = new HandDrivenTime();
  private final RowShare share = new RowShare(100);
  private final RowShare.Taker rows = share.on(time);

  private CompletableFuture<Held> wait(int wanted) {
    return rows.take(wanted, Duration.ofSeconds(2)).toCompletableFuture();
  }

  @Test
  void areGivenAtOnce_whileThereAreEnough_andWaitedForInOrderThen() {
    Held first = Done.value(rows.take(60));
    CompletableFuture<Held> second = wait(60);
    CompletableFuture<Held> third = wait(10);
    assertThat(second).isNotDone();
    assertThat(third).as("who came later does not overtake").isNotDone();
    first.close();
    time.pass(Duration.ZERO);
    assertThat(second).isCompleted();
    assertThat(third).isCompleted();
    assertThat(share.taken()).isEqualTo(70);
  }

  @Test
  void areRefused_whenTheWaitIsTooLong_andThoseBehindGoOn() {
    Held first = Done.value(rows.take(60));
    CompletableFuture<Held> large = wait(80);
    CompletableFuture<Held> small = rows.take(10).toCompletableFuture();
    time.pass(Duration.ofSeconds(3));
    assertThat(Done.failure(large)).isInstanceOf(StoreUnavailable.class);
    assertThat(small).isCompleted();
    assertThat(share.refused()).isEqualTo(1);
    first.close();
    Done.value(small).close();
    assertThat(share.taken()).isZero();
  }

  @Test
  void growOnly_ifHalfIsLeftToThoseWhoBegin_andNobodyWaits() {
    Held held = Done.value(rows.take(10));
    assertThat(held.grow(1_000)).isEqualTo(40);
    assertThat(held.grow(1)).isZero();
    Held other = Done.value(rows.take(50));
    assertThat(wait(1)).isNotDone();
    held.close();
    held.close();
    time.pass(Duration.ZERO);
    assertThat(share.taken()).isEqualTo(51);
    assertThat(other.grow(0)).isZero();
  }

  @Test
  void leaveWhatOthersNeed_whereTheyOnlyMakeItQuicker() {
    Held held = Done.value(rows.take(10));
    assertThat(held.growIfIdle(1_000)).isEqualTo(15);
    assertThat(held.growIfIdle(1)).isZero();
    assertThat(Done.value(rows.take(10)).grow(1_000)).as("what is needed").isEqualTo(15);
    held.close();
    assertThat(share.taken()).isEqualTo(25);
  }

  @Test
  void areNeverMoreThanAll_soThatNobodyWaitsForEver() {
    assertThat(Done.value(rows.take(1_000)).rows()).isEqualTo(100);
  }

  @Test
  void neitherGetLostNorMore_whateverManyThreadsDo() throws Exception {
    AtomicInteger held = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<CompletableFuture<Void>> all = new ArrayList<>();
    try {
      for (int i = 0; i < 4; i++) {
        all.add(CompletableFuture.runAsync(() -> takeAndGiveBack(held, most), threads));
      }
      CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new)).get();
    } finally {
      threads.shutdownNow();
    }
    assertThat(share.taken()).isZero();
    assertThat(share.waiting()).isZero();
    assertThat(most.get()).isLessThanOrEqualTo(100);
  }

  private void takeAndGiveBack(AtomicInteger held, AtomicInteger most) {
    RowShare.Taker own = share.on(new AtOnce());
    for (int i = 0; i < 20_000; i++) {
      int wanted = 1 + ThreadLocalRandom.current().nextInt(60);
      Held some = own.take(wanted).toCompletableFuture().join();
      int now = held.addAndGet(some.rows());
      most.accumulateAndGet(now, Math::max);
      held.addAndGet(some.grow(5));
      held.addAndGet(-some.rows());
      some.close();
    }
  }

  /** A context that runs everything where it is asked to. */
  private static final class AtOnce implements io.quipu.engine.time.Scheduler {
    @Override
    public void execute(Runnable task) {
      task.run();
    }

    @Override
    public Cancellable after(Duration delay, Runnable task) {
      return () -> {};
    }
  }
}

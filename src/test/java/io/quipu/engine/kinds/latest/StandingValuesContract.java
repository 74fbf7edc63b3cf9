package io.quipu.engine.kinds.latest;

import static io.quipu.engine.time.Noon.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.kinds.latest.StandingValues.Part;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.store.SettledIds.Counted;
import io.quipu.engine.store.SettledIds.CounterId;
import io.quipu.engine.store.WriteOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Values are found where they were written, until what stood before is forgotten. */
public abstract class StandingValuesContract {
  private static final CounterName A = new CounterName("stock", "a");
  private static final CounterName B = new CounterName("stock", "b");
  private static final AtomicInteger PAGES = new AtomicInteger();

  private Part part;
  private StandingValues store;

  /** The store to be tested. */
  protected abstract StandingValues values();

  protected abstract <T> T await(CompletionStage<T> stage);

  @BeforeEach
  void freshPage() {
    part = new Part(PAGES.getAndIncrement(), 1);
    store = values();
  }

  private static Counted value(CounterName counter, String actor, int tick, long value) {
    StatedValue stated = new StatedValue(actor, 7L - tick, value, null);
    return new Counted(counter, stated.since(NOON.plusTicks(tick).timeuuid(5, 77)));
  }

  private void write(Counted... values) {
    assertThat(await(store.write(part, List.of(values)))).isEqualTo(WriteOutcome.WRITTEN);
  }

  private List<Counted> find(Part in, CounterId... actors) {
    List<Counted> found = new ArrayList<>();
    await(store.find(in, List.of(actors), (counter, one) -> found.add(new Counted(counter, one))));
    return found;
  }

  private List<Counted> find(CounterId... actors) {
    return find(part, actors);
  }

  private static CounterId actor(CounterName counter, String actor) {
    return new CounterId(counter, actor);
  }

  @Test
  void everyValueThatStoodIsFoundAsItWasWritten() {
    Counted lowest =
        new Counted(
            A,
            new StatedValue("\uD83C\uDF89\0'", Long.MIN_VALUE, -5, null)
                .since(NOON.timeuuid(0, 1)));
    Counted[] all = {
      value(A, "P", 10, 1), value(A, "P", 20, 2), value(A, "Q", 10, 3), value(B, "P", 5, 4), lowest
    };
    write(all);
    write(all);
    assertThat(find(actor(A, "P"))).containsExactlyInAnyOrder(all[0], all[1]);
    assertThat(find(actor(A, "Q"), actor(B, "P"), actor(B, "Q"), actor(A, "\uD83C\uDF89\0'")))
        .containsExactlyInAnyOrder(all[2], all[3], lowest);
    assertThat(find(new Part(part.page(), 2), actor(A, "P"))).isEmpty();
    assertThat(find()).isEmpty();
  }

  @Test
  void whatStoodBeforeIsForgottenForGood_andNothingElse() {
    Counted[] all = {
      value(A, "P", 1, 1),
      value(A, "P", 9, 2),
      value(A, "P", 10, 3),
      value(A, "P", 11, 4),
      value(A, "Q", 1, 5),
      value(B, "P", 1, 6)
    };
    write(all);
    for (int i = 0; i < 2; i++) {
      assertThat(await(store.forget(part, actor(A, "P"), NOON.plusTicks(10))))
          .isEqualTo(WriteOutcome.WRITTEN);
      write(all);
      assertThat(find(actor(A, "P"))).containsExactlyInAnyOrder(all[2], all[3]);
      assertThat(find(actor(A, "Q"), actor(B, "P"))).containsExactlyInAnyOrder(all[4], all[5]);
    }
  }

  @Test
  void thousandsAtOnceAreAllThere() {
    Counted[] all =
        IntStream.range(0, 2_000)
            .mapToObj(i -> value(i % 2 == 0 ? A : B, "P" + i, i, i))
            .toArray(Counted[]::new);
    write(all);
    CounterId[] asked =
        IntStream.range(0, 2_000)
            .mapToObj(i -> actor(i % 2 == 0 ? A : B, "P" + i))
            .toArray(CounterId[]::new);
    assertThat(find(asked)).containsExactlyInAnyOrder(all);
  }
}

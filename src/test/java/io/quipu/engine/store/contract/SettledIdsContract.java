package io.quipu.engine.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.state.CountedId;
import io.quipu.engine.state.IdPartition;
import io.quipu.engine.store.SettledIds;
import io.quipu.engine.store.SettledIds.Counted;
import io.quipu.engine.store.SettledIds.CounterId;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.EventTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Ids are found in the partition in which they were written, until that is deleted. */
public abstract class SettledIdsContract extends StoreContract {
  private static final CounterName A = new CounterName("votes", "a");
  private static final CounterName B = new CounterName("votes", "b");
  private static final int DAY = DeduplicationWindow.USUAL;

  protected static final EventTime START = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));

  protected int page;
  protected IdPartition partition;
  protected SettledIds store;

  /** The store to be tested. */
  protected abstract SettledIds ids();

  @BeforeEach
  void freshPage() {
    page = UnusedParts.next();
    partition = partition(DAY);
    store = ids();
  }

  private IdPartition partition(int window) {
    return new IdPartition(page, 1, window, IdPartition.periodOf(window, START));
  }

  @Test
  void anIdNeverSettledIsNotFound() {
    assertThat(find(partition, id(A, "a"), id(A, "b"))).isEmpty();
    assertThat(find(partition)).isEmpty();
  }

  @Test
  void anIdIsFoundAsItWasWritten() {
    List<Counted> counted =
        List.of(
            counted(A, "a", START.plusTicks(5).timeuuid(0x3fff, (1L << 48) - 1), Long.MIN_VALUE),
            counted(A, "\uD83C\uDF89\u0000'", START.timeuuid(0, 1), Long.MAX_VALUE),
            counted(new CounterName("n", "\u0000"), "x".repeat(256), START.timeuuid(0, 2), 1));

    assertThat(remember(partition, counted)).isEqualTo(WriteOutcome.WRITTEN);

    assertThat(
            find(
                partition,
                id(A, "a"),
                id(A, "\uD83C\uDF89\u0000'"),
                id(new CounterName("n", "\u0000"), "x".repeat(256))))
        .containsExactlyInAnyOrderElementsOf(counted);
  }

  /** However many of them have the same delta, and whatever their order. */
  @Test
  void manyIdsAreFoundWithTheirOwnDeltas() {
    List<Counted> counted = new ArrayList<>();
    for (int i = 0; i < 1_200; i++) {
      long delta = i % 100 == 7 ? -i : i % 3;
      CounterName counter = i % 2 == 0 ? A : B;
      counted.add(counted(counter, "id" + i, START.plusTicks(i).timeuuid(0, 1), delta));
    }

    assertThat(remember(partition, counted)).isEqualTo(WriteOutcome.WRITTEN);

    CounterId[] ids =
        counted.stream().map(one -> id(one.counter(), one.id().id())).toArray(CounterId[]::new);
    assertThat(find(partition, ids)).containsExactlyInAnyOrderElementsOf(counted);
  }

  /** Where its window passed in between, an id counts again. */
  @Test
  void everyRowOfAnIdIsFound() {
    List<Counted> counted = List.of(counted(A, "a", 10), counted(A, "a", 20), counted(A, "a", 30));
    remember(partition, counted.subList(0, 2));
    remember(partition, counted.subList(2, 3));

    assertThat(find(partition, id(A, "a"))).containsExactlyInAnyOrderElementsOf(counted);
  }

  @Test
  void onlyTheIdsAskedForAreFound() {
    remember(partition, List.of(counted(A, "a", 1), counted(A, "b", 2)));

    assertThat(find(partition, id(A, "b"), id(A, "c"), id(A, "A"), id(A, "")))
        .containsExactly(counted(A, "b", 2));
    assertThat(find(partition, id(A, "b"), id(A, "b"))).containsExactly(counted(A, "b", 2));
  }

  @Test
  void countersKeepTheirOwnIds() {
    remember(partition, List.of(counted(A, "a", 1), counted(B, "b", 2)));
    CounterName sameName = new CounterName("votesa", "a");

    assertThat(find(partition, id(A, "b"), id(B, "a"), id(sameName, "a"))).isEmpty();
    assertThat(find(partition, id(A, "a"), id(B, "b")))
        .containsExactlyInAnyOrder(counted(A, "a", 1), counted(B, "b", 2));
  }

  @Test
  void partitionsKeepTheirOwnIds() {
    remember(partition, List.of(counted(A, "a", 1)));

    for (IdPartition other : others()) {
      assertThat(find(other, id(A, "a"))).isEmpty();
    }
  }

  private List<IdPartition> others() {
    long length = IdPartition.length(DAY);
    return List.of(
        new IdPartition(page + UnusedParts.PARTS, 1, DAY, partition.period()),
        new IdPartition(page, 0, DAY, partition.period()),
        new IdPartition(page, 3, DAY, partition.period()),
        new IdPartition(page, 1, DAY, partition.period() - length),
        new IdPartition(page, 1, DAY, partition.period() + length),
        partition(DeduplicationWindow.FOREVER),
        partition(3_600));
  }

  @Test
  void everyWindowCanBeRemembered() {
    for (int window :
        List.of(DeduplicationWindow.FOREVER, 1, 60, DAY, 20 * 365 * 86_400, Integer.MAX_VALUE)) {
      CountedId id = new CountedId("id", START.timeuuid(0, 1), 1, 1, window);
      Counted counted = new Counted(A, id);

      assertThat(remember(partition(window), List.of(counted))).isEqualTo(WriteOutcome.WRITTEN);
      assertThat(find(partition(window), id(A, "id"))).containsExactly(counted);
    }
  }

  @Test
  void writingTheSameIdsAgainChangesNothing() {
    List<Counted> counted = List.of(counted(A, "a", 1), counted(A, "b", 2));

    for (int i = 0; i < 2; i++) {
      assertThat(remember(partition, counted)).isEqualTo(WriteOutcome.WRITTEN);
      assertThat(find(partition, id(A, "a"), id(A, "b")))
          .containsExactlyInAnyOrderElementsOf(counted);
    }
  }

  @Test
  void writingNothingIsWritten() {
    assertThat(remember(partition, List.of())).isEqualTo(WriteOutcome.WRITTEN);
  }

  @Test
  void thousandsAtOnceAreAllThere() {
    List<Counted> counted =
        IntStream.range(0, 5_000)
            .mapToObj(i -> counted(i % 2 == 0 ? A : B, "order-" + i, i))
            .toList();

    assertThat(remember(partition, counted)).isEqualTo(WriteOutcome.WRITTEN);

    CounterId[] asked =
        IntStream.range(0, 6_000)
            .mapToObj(i -> id(i % 2 == 0 ? A : B, "order-" + i))
            .toArray(CounterId[]::new);
    assertThat(find(partition, asked)).containsExactlyInAnyOrderElementsOf(counted);
  }

  @Test
  void aDeletedPartitionNeverComesBack_andNoOtherGoesWithIt() {
    List<IdPartition> others = others().stream().filter(other -> other.window() == DAY).toList();
    List<Counted> counted = List.of(counted(A, "a", 1), counted(B, "b", 2));
    remember(partition, counted);
    others.forEach(other -> remember(other, counted));

    for (int i = 0; i < 2; i++) {
      isWritten(store.delete(partition));
      assertThat(find(partition, id(A, "a"), id(B, "b"))).isEmpty();
      assertThat(remember(partition, counted)).isEqualTo(WriteOutcome.WRITTEN);
      assertThat(find(partition, id(A, "a"), id(B, "b"))).isEmpty();
    }

    for (IdPartition other : others) {
      assertThat(find(other, id(A, "a"), id(B, "b"))).containsExactlyInAnyOrderElementsOf(counted);
    }
  }

  @Test
  void aPartitionThatNeverWasCanBeDeleted() {
    isWritten(store.delete(partition));
  }

  protected WriteOutcome remember(IdPartition in, List<Counted> counted) {
    return await(store.remember(in, counted));
  }

  protected List<Counted> find(IdPartition in, CounterId... asked) {
    List<Counted> found = new ArrayList<>();
    await(store.find(in, List.of(asked), (counter, id) -> found.add(new Counted(counter, id))));
    return found;
  }

  private static CounterId id(CounterName counter, String id) {
    return new CounterId(counter, id);
  }

  private static Counted counted(CounterName counter, String id, int tick) {
    return counted(counter, id, START.plusTicks(tick).timeuuid(5, 77), tick + 1);
  }

  /** Of as many events as its tick says, up to three: the same delta comes with several numbers. */
  private static Counted counted(CounterName counter, String id, UUID at, long delta) {
    int events = 1 + (int) (at.timestamp() % 3);
    return new Counted(counter, new CountedId(id, at, delta, events, DAY));
  }
}

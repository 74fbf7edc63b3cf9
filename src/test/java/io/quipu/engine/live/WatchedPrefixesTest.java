package io.quipu.engine.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.live.LiveMessages.CounterList;
import io.quipu.engine.live.LiveMessages.Prefix;
import io.quipu.engine.live.LiveMessages.WatchPrefix;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.store.CounterNames;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.Done;
import io.quipu.engine.time.HandDrivenTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WatchedPrefixesTest {
  private static final Duration PAUSE = Duration.ofMillis(500);

  private final HandDrivenTime time = new HandDrivenTime();
  private final List<Asked> lists = new ArrayList<>();
  private final List<String> told = new ArrayList<>();
  private final List<Boolean> watching = new ArrayList<>();
  private final WatchedPrefixes prefixes =
      new WatchedPrefixes(
          new AskedNames(),
          (subscriber, born) ->
              told.add(
                  "%s: %s %d%s"
                      .formatted(
                          subscriber,
                          born.prefix().prefix(),
                          born.names().size(),
                          born.more() ? " and more" : "")),
          watching::add,
          time,
          PAUSE);

  /** A list under way, which the test answers. */
  private record Asked(NameRange range, CompletableFuture<List<CounterName>> answer) {
    void has(Collection<String> names) {
      answer.complete(names.stream().map(name -> new CounterName("votes", name)).toList());
    }

    void fails() {
      answer.completeExceptionally(new StoreUnavailable("no quorum", null));
    }
  }

  private final class AskedNames implements CounterNames {
    @Override
    public CompletionStage<WriteOutcome> enter(int part, Collection<CounterName> counters) {
      throw new AssertionError("only lists");
    }

    @Override
    public CompletionStage<List<CounterName>> list(String namespace, NameRange range, int limit) {
      Asked asked = new Asked(range, new CompletableFuture<>());
      lists.add(asked);
      return asked.answer;
    }

    @Override
    public int parts() {
      throw new AssertionError("lists all parts");
    }

    @Override
    public CompletionStage<List<CounterName>> list(
        int part, String namespace, NameRange range, int limit) {
      throw new AssertionError("lists all parts");
    }
  }

  @BeforeEach
  void start() {
    prefixes.start();
    time.passMillis(0);
  }

  private CompletionStage<CounterList> watch(String subscriber, String prefix) {
    return prefixes.serve(new WatchPrefix(subscriber, new Prefix("votes", prefix), true));
  }

  private void end(String subscriber, String prefix) {
    Done.value(prefixes.serve(new WatchPrefix(subscriber, new Prefix("votes", prefix), false)));
  }

  private static boolean isDone(CompletionStage<?> stage) {
    return stage.toCompletableFuture().isDone();
  }

  /** As many as may be told, each of 512 characters. */
  private static List<String> long1000(String prefix) {
    return IntStream.range(1_000, 2_000).mapToObj(i -> prefix + i + "x".repeat(506)).toList();
  }

  @Test
  void allWhoAskShareAList_thatBeganAfterThey() {
    CompletionStage<CounterList> first = watch("a", "p");
    List<CompletionStage<CounterList>> others =
        IntStream.range(0, 9).mapToObj(i -> watch("b" + i, "p")).toList();
    assertThat(lists).hasSize(1);
    lists.get(0).has(List.of("p1"));
    assertThat(Done.value(first).names()).containsExactly("p1");
    assertThat(others).noneMatch(WatchedPrefixesTest::isDone);
    assertThat(lists).hasSize(2);
    lists.get(1).has(List.of("p1", "p2"));
    for (CompletionStage<CounterList> other : others) {
      assertThat(Done.value(other)).isEqualTo(new CounterList(List.of("p1", "p2"), false));
    }
  }

  @Test
  void thoseWhoComeLaterHaveWhatIsKnown_andAreToldOfTheRest() {
    watch("a", "p");
    lists.get(0).has(List.of("p1"));
    told.clear();
    for (String subscriber : List.of("b", "a")) {
      assertThat(Done.value(watch(subscriber, "p")).names()).containsExactly("p1");
    }
    assertThat(lists).hasSize(1);
    time.pass(PAUSE);
    assertThat(lists).as("once a period").hasSize(2);
    lists.get(1).has(List.of("p1", "p2"));
    assertThat(told).containsExactly("a: p 1", "b: p 1");
    assertThat(Done.value(watch("c", "p")).names()).containsExactly("p1", "p2");
  }

  @Test
  void twoListsAreMadeAtOnce_whoeverAsks() {
    for (int i = 0; i < 10; i++) {
      watch("a", "p" + i);
    }
    time.pass(PAUSE);
    assertThat(lists).hasSize(WatchedPrefixes.AT_ONCE);
    for (int done = 0; done < lists.size(); done++) {
      assertThat(lists.size() - done).isLessThanOrEqualTo(WatchedPrefixes.AT_ONCE);
      lists.get(done).has(List.of());
    }
    assertThat(lists).as("for those who asked, and for the period").hasSize(20);
  }

  @Test
  void nothingIsListedForThoseWhoHaveLeft() {
    watch("a", "p0");
    watch("a", "p1");
    CompletionStage<CounterList> left = watch("a", "p2");
    end("a", "p2");
    lists.get(0).has(List.of());
    assertThat(isDone(left)).isTrue();
    assertThat(lists).hasSize(2);
    assertThat(prefixes.size()).isEqualTo(2);
  }

  @Test
  void whoLeavesBeforeTheListIsThere_leavesNothingBehind() {
    for (int i = 0; i < 20; i++) {
      watch("a", "p");
      end("a", "p");
      lists.get(i).has(long1000("p"));
      assertThat(prefixes.size()).isZero();
    }
    assertThat(told).isEmpty();
    assertThat(watching).hasSize(40).endsWith(true, false);
    CompletionStage<CounterList> again = watch("a", "p");
    lists.get(20).has(long1000("p"));
    assertThat(Done.value(again).names()).as("there is room").hasSize(1_000);
  }

  @Test
  void whoCannotBeListed_isWatchedUntilTheyLeave() {
    List<CompletionStage<CounterList>> failed = List.of(watch("a", "p"), watch("b", "p"));
    lists.get(0).fails();
    lists.get(1).fails();
    for (CompletionStage<CounterList> each : failed) {
      assertThat(Done.failure(each)).isInstanceOf(StoreUnavailable.class);
    }
    end("a", "p");
    CompletionStage<CounterList> again = watch("b", "p");
    lists.get(2).has(List.of("p1"));
    assertThat(Done.value(again).names()).containsExactly("p1");
    end("b", "p");
    assertThat(prefixes.size()).isZero();
    time.pass(PAUSE.multipliedBy(3));
    assertThat(lists).hasSize(3);
  }

  @Test
  void theNamesOfAllPrefixesTogetherAreBounded() {
    long each = long1000("p0").stream().mapToLong(WatchedPrefixes::bytes).sum();
    int most = (int) (WatchedPrefixes.MOST_BYTES / each);
    for (int i = 0; i < most; i++) {
      CompletionStage<CounterList> listed = watch("a", "p" + i);
      lists.get(i).has(long1000("p" + i));
      assertThat(Done.value(listed).names()).hasSize(1_000);
    }
    CompletionStage<CounterList> refused = watch("a", "q");
    lists.get(most).has(long1000("q"));
    assertThat(Done.failure(refused)).matches(StoreUnavailable::isBusy);

    end("a", "p0");
    CompletionStage<CounterList> again = watch("a", "q");
    lists.get(most + 1).has(long1000("q"));
    assertThat(Done.value(again)).matches(list -> list.names().size() == 1_000 && !list.more());
  }

  @Test
  void thoseWhoFollowAPrefixAreToldOnce_thatThereIsNoRoomForWhatAppears() {
    watch("a", "p");
    lists.get(0).has(List.of("p1"));
    told.clear();
    for (int i = 1; i <= 8; i++) {
      watch("b", "q" + i);
      lists.get(i).has(long1000("q" + i));
    }
    for (String name : List.of("p2", "p3")) {
      prefixes.changed(new CounterName("votes", name + "y".repeat(510)));
    }
    assertThat(told).containsOnlyOnce("a: p 0 and more").doesNotContain("a: p 1");
    end("b", "q1");
    time.pass(PAUSE);
    lists.stream()
        .filter(list -> !isDone(list.answer) && list.range().contains("p2"))
        .toList()
        .forEach(list -> list.has(List.of("p1", "p2")));
    assertThat(told).as("it is listed on, and there is room").endsWith("a: p 1");
  }
}

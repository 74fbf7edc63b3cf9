package io.quipu.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.counter.CounterName;
import io.quipu.counter.DeduplicationWindow;
import io.quipu.counter.EventTime;
import io.quipu.store.MemberStore;
import io.quipu.store.MemberStore.Member;
import io.quipu.store.WriteOutcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Members are found by their ids, of every epoch, once they are written. */
public abstract class MemberStoreContract {
  protected static final EventTime START = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));

  protected CounterName counter;
  protected MemberStore store;

  /** The store to be tested. */
  protected abstract MemberStore members();

  protected abstract <T> T await(CompletionStage<T> stage);

  @BeforeEach
  void freshCounter(TestInfo test) {
    counter = new CounterName("votes", test.getDisplayName());
    store = members();
  }

  @Test
  void anIdNeverSettledHasNoMember() {
    assertThat(find(List.of("a", "b"))).isEmpty();
    assertThat(find(List.of())).isEmpty();
  }

  @Test
  void aMemberIsFoundAsItWasWritten() {
    List<Member> members =
        List.of(
            new Member("a", 1, START.timeuuid(0x3fff, (1L << 48) - 1), -7, 1),
            new Member("\uD83C\uDF89\u0000'", Long.MAX_VALUE, START.timeuuid(0, 1), 1, 86_400),
            new Member("x".repeat(256), 2, EventTime.MAX.timeuuid(0, 2), Long.MIN_VALUE, 0));

    assertThat(remember(members)).isEqualTo(WriteOutcome.WRITTEN);

    assertThat(find(List.of("a", "\uD83C\uDF89\u0000'", "x".repeat(256))))
        .containsExactlyInAnyOrderElementsOf(members);
  }

  @Test
  void everyEpochOfAnIdIsFound() {
    List<Member> members =
        List.of(member("a", 1, 10), member("a", 2, 20), member("a", 3, 10), member("b", 2, 30));
    for (Member member : members) {
      remember(List.of(member));
    }

    assertThat(find(List.of("a"))).containsExactlyInAnyOrderElementsOf(members.subList(0, 3));
    assertThat(find(List.of("a", "b"))).containsExactlyInAnyOrderElementsOf(members);
  }

  /** Where its window passed in between, an id counts again in the same step. */
  @Test
  void everyRowOfAnIdIsFound_ofOneEpochToo() {
    List<Member> members =
        List.of(member("a", 1, 10), member("a", 1, 20), member("a", 1, 30), member("a", 2, 20));
    remember(members.subList(0, 2));
    remember(members.subList(2, 4));

    assertThat(find(List.of("a"))).containsExactlyInAnyOrderElementsOf(members);
  }

  @Test
  void onlyTheIdsAskedForAreFound() {
    remember(List.of(member("a", 1, 1), member("b", 1, 2)));

    assertThat(find(List.of("b", "c", "A", ""))).containsExactly(member("b", 1, 2));
    assertThat(find(List.of("b", "b"))).containsExactly(member("b", 1, 2));
  }

  @Test
  void countersKeepTheirOwnMembers() {
    remember(List.of(member("a", 1, 1)));
    counter = new CounterName(counter.namespace(), counter.name() + " another");

    assertThat(find(List.of("a"))).isEmpty();
  }

  @Test
  void writingTheSameMembersAgainChangesNothing() {
    List<Member> members = List.of(member("a", 1, 1), member("b", 1, 2));

    for (int i = 0; i < 2; i++) {
      assertThat(remember(members)).isEqualTo(WriteOutcome.WRITTEN);
      assertThat(find(List.of("a", "b"))).containsExactlyInAnyOrderElementsOf(members);
    }
  }

  @Test
  void writingNothingIsWritten() {
    assertThat(remember(List.of())).isEqualTo(WriteOutcome.WRITTEN);
  }

  @Test
  void everyWindowCanBeRemembered() {
    List<Member> members = new ArrayList<>();
    for (int window :
        List.of(
            DeduplicationWindow.FOREVER,
            1,
            DeduplicationWindow.USUAL,
            20 * 365 * 86_400,
            Integer.MAX_VALUE)) {
      members.add(new Member("id" + window, 1, START.timeuuid(0, 1), 1, window));
    }

    assertThat(remember(members)).isEqualTo(WriteOutcome.WRITTEN);

    assertThat(find(members.stream().map(Member::id).toList()))
        .containsExactlyInAnyOrderElementsOf(members);
  }

  @Test
  void thousandsAtOnceAreAllThere() {
    List<Member> members =
        IntStream.range(0, 10_000).mapToObj(i -> member("order-" + i, 1, i)).toList();

    assertThat(remember(members)).isEqualTo(WriteOutcome.WRITTEN);

    List<String> ids = IntStream.range(0, 12_000).mapToObj(i -> "order-" + i).toList();
    assertThat(find(ids)).containsExactlyInAnyOrderElementsOf(members);
  }

  protected WriteOutcome remember(List<Member> members) {
    return await(store.remember(counter, members));
  }

  protected List<Member> find(Collection<String> ids) {
    List<Member> found = new ArrayList<>();
    await(store.find(counter, ids, found::add));
    return found;
  }

  protected static Member member(String id, long epoch, int tick) {
    return new Member(id, epoch, START.plusTicks(tick).timeuuid(5, 77), tick + 1, 86_400);
  }
}

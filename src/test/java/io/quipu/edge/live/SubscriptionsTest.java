package io.quipu.edge.live;

import static io.quipu.engine.names.TestNamespaces.known;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.engine.live.LiveMessages.Reply;
import io.quipu.engine.live.LiveMessages.Watch;
import io.quipu.engine.live.LiveMeters;
import io.quipu.engine.live.Reading;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.query.Count;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.windows.EventTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SubscriptionsTest {
  private static final KnownCounter A = counter("a");
  private static final KnownCounter B = counter("b");

  private final HandDrivenTime time = new HandDrivenTime();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final LiveMeters meters = new LiveMeters(registry);
  private final List<Asked> asked = new ArrayList<>();
  private final Feed feed =
      new Feed("http-1", this::watch, time, Duration.ofSeconds(1), 1_500, meters);
  private final Client client = new Client();
  private final Subscriptions subscriptions = new Subscriptions(feed, client, time, time, meters);

  private static KnownCounter counter(String name) {
    return known(new CounterName("votes", name), 1);
  }

  /** A request to the live verticle, which the test answers. */
  private record Asked(Watch watch, CompletableFuture<Reply> reply) {
    void is(long version, long count) {
      reply.complete(new Reply.Snapshot(reading(watch.counter(), version, count)));
    }
  }

  private CompletableFuture<Reply> watch(Watch watch) {
    Asked request = new Asked(watch, new CompletableFuture<>());
    asked.add(request);
    return request.reply;
  }

  /** What a client was sent, as {@code counter=count#seq}. */
  private static final class Client implements Outlet {
    final List<String> received = new ArrayList<>();
    boolean full;

    @Override
    public boolean isFull() {
      return full;
    }

    @Override
    public void endDeleted() {
      received.add("deleted");
    }

    @Override
    public void send(Reading reading, long seq) {
      received.add(
          reading.counter().name() + "=" + ((Count) reading.answer()).total().count() + "#" + seq);
    }
  }

  private static Reading reading(KnownCounter counter, long version, long count) {
    return new Reading(
        version,
        new Count(counter.name(), Tally.ZERO, EventTime.MIN, Tally.of(count, count)),
        Instant.EPOCH);
  }

  private void follow(KnownCounter counter, long minIntervalMillis) {
    assertThat(subscriptions.subscribe(List.of(counter), Duration.ofMillis(minIntervalMillis)))
        .isEqualTo(Subscriptions.Outcome.FOLLOWED);
  }

  private void update(KnownCounter counter, long version, long count) {
    feed.update(reading(counter, version, count));
  }

  private Asked lastAsked() {
    return asked.get(asked.size() - 1);
  }

  private double subscriptionsGauge() {
    return registry.get("quipu.live.subscriptions").gauge().value();
  }

  @Test
  void sendsTheSnapshotFirst_thenEveryChange() {
    follow(A, 0);
    assertThat(lastAsked().watch).isEqualTo(new Watch("http-1", A, true));
    update(A, 1, 3);
    assertThat(client.received).as("older than the subscription").isEmpty();
    lastAsked().is(2, 4);
    update(A, 3, 5);
    assertThat(client.received).containsExactly("a=4#1", "a=5#2");
  }

  @Test
  void takesTheNewer_whenAnUpdateOvertakesTheSnapshot() {
    follow(A, 0);
    update(A, 3, 5);
    lastAsked().is(2, 4);
    assertThat(client.received).containsExactly("a=5#1");
  }

  @Test
  void dropsWhatIsNotNewerThanWhatWasSent() {
    follow(A, 0);
    lastAsked().is(5, 50);
    update(A, 5, 50);
    update(A, 4, 40);
    update(A, 6, 60);
    assertThat(client.received).containsExactly("a=50#1", "a=60#2");
  }

  @Test
  void conflates_andEndsWithTheLatest() {
    follow(A, 100);
    lastAsked().is(1, 1);
    for (int i = 2; i <= 50; i++) {
      time.passMillis(1);
      update(A, i, i);
    }
    assertThat(client.received).containsExactly("a=1#1");
    time.passMillis(1_000);
    assertThat(client.received).containsExactly("a=1#1", "a=50#2");
    assertThat(registry.get("quipu.live.conflated").counter().count()).isEqualTo(48);
    assertThat(registry.get("quipu.live.pushes").counter().count()).isEqualTo(2);
    assertThat(time.waiting()).isZero();
  }

  @Test
  void sendsAtOnce_whenTheIntervalHasPassed() {
    follow(A, 100);
    lastAsked().is(1, 1);
    time.passMillis(100);
    update(A, 2, 2);
    assertThat(client.received).containsExactly("a=1#1", "a=2#2");
  }

  @Test
  void keepsOneCountPerCounter_forAClientThatIsBehind() {
    follow(A, 0);
    lastAsked().is(1, 1);
    follow(B, 0);
    lastAsked().is(2, 1);
    client.full = true;
    for (int i = 3; i < 10_000; i += 2) {
      update(A, i, i);
      update(B, i + 1, i + 1);
    }
    subscriptions.drained();
    assertThat(client.received).as("still behind").hasSize(2);
    client.full = false;
    subscriptions.drained();
    assertThat(client.received).containsExactly("a=1#1", "b=1#1", "a=9999#2", "b=10000#2");
  }

  @Test
  void keepsThePace_whenAPauseEndsWhileTheClientIsBehind() {
    follow(A, 100);
    lastAsked().is(1, 1);
    update(A, 2, 2);
    client.full = true;
    time.passMillis(100);
    update(A, 3, 3);
    client.full = false;
    subscriptions.drained();
    update(A, 4, 4);
    assertThat(client.received).containsExactly("a=1#1", "a=3#2");
    time.passMillis(100);
    assertThat(client.received).containsExactly("a=1#1", "a=3#2", "a=4#3");
  }

  @Test
  void sendsASnapshotOnceMore_whenSubscribedAgain_atTheNewPace() {
    follow(A, 60_000);
    lastAsked().is(1, 1);
    update(A, 2, 2);
    assertThat(client.received).containsExactly("a=1#1");
    follow(A, 0);
    assertThat(client.received).containsExactly("a=1#1", "a=2#2");
    lastAsked().is(3, 2);
    assertThat(client.received).containsExactly("a=1#1", "a=2#2", "a=2#3");
    assertThat(subscriptionsGauge()).isEqualTo(1);
  }

  @Test
  void beginsAnew_afterAnUnsubscription() {
    follow(A, 0);
    lastAsked().is(1, 1);
    subscriptions.unsubscribe(List.of(A.name(), B.name()));
    assertThat(lastAsked().watch).isEqualTo(new Watch("http-1", A, false));
    update(A, 2, 2);
    follow(A, 0);
    lastAsked().is(3, 3);
    assertThat(client.received).containsExactly("a=1#1", "a=3#1");
  }

  @Test
  void sendsNothing_afterAnUnsubscriptionDuringThePauseOrTheSnapshot() {
    follow(A, 100);
    lastAsked().is(1, 1);
    update(A, 2, 2);
    follow(B, 0);
    subscriptions.unsubscribe(List.of(A.name(), B.name()));
    asked.stream().filter(request -> !request.reply.isDone()).forEach(request -> request.is(9, 9));
    client.full = false;
    subscriptions.drained();
    time.passMillis(10_000);
    assertThat(client.received).containsExactly("a=1#1");
    assertThat(time.waiting()).isZero();
  }

  @Test
  void watchesACounterOnce_howeverManyFollowIt_andForEachFromAReadThatBeganLater() {
    Client second = new Client();
    Client third = new Client();
    follow(A, 0);
    Subscriptions other = new Subscriptions(feed, second, time, time, meters);
    other.subscribe(List.of(A), Duration.ZERO);
    Subscriptions another = new Subscriptions(feed, third, time, time, meters);
    another.subscribe(List.of(A), Duration.ZERO);
    assertThat(asked).hasSize(1);
    asked.get(0).is(1, 1);
    assertThat(second.received).isEmpty();
    assertThat(asked).hasSize(2);
    asked.get(1).is(2, 1);
    assertThat(second.received).containsExactly("a=1#1");
    assertThat(third.received).containsExactly("a=1#1");
    update(A, 3, 2);
    assertThat(client.received).containsExactly("a=1#1", "a=2#2");
    subscriptions.close();
    other.close();
    assertThat(lastAsked().watch.on()).as("one still follows").isTrue();
    another.close();
    assertThat(lastAsked().watch.on()).isFalse();
    assertThat(feed.size()).isZero();
    assertThat(subscriptionsGauge()).isZero();
  }

  @Test
  void asksAgain_whenASnapshotFails() {
    follow(A, 0);
    lastAsked().reply.completeExceptionally(new StoreUnavailable("no quorum", null));
    time.passMillis(999);
    assertThat(asked).hasSize(1);
    time.passMillis(1);
    assertThat(asked).hasSize(2);
    lastAsked().is(1, 1);
    assertThat(client.received).containsExactly("a=1#1");
  }

  @Test
  void doesNotAskAgain_forAClientThatHasLeft() {
    follow(A, 0);
    lastAsked().reply.completeExceptionally(new StoreUnavailable("no quorum", null));
    subscriptions.close();
    assertThat(time.waiting()).isZero();
    time.passMillis(10_000);
    assertThat(asked).extracting(request -> request.watch.on()).containsExactly(true, false);
  }

  @Test
  void followsAThousandCountersPerConnection_andNotOneMore() {
    List<KnownCounter> many = IntStream.range(0, 1_000).mapToObj(i -> counter("c" + i)).toList();
    assertThat(subscriptions.subscribe(many, Duration.ZERO))
        .isEqualTo(Subscriptions.Outcome.FOLLOWED);
    assertThat(subscriptions.subscribe(List.of(many.get(3), A), Duration.ZERO))
        .isEqualTo(Subscriptions.Outcome.TOO_MANY);
    assertThat(subscriptions.subscribe(many, Duration.ZERO))
        .as("again, not more")
        .isEqualTo(Subscriptions.Outcome.FOLLOWED);
    subscriptions.unsubscribe(List.of(many.get(3).name()));
    assertThat(subscriptions.subscribe(List.of(A, A), Duration.ZERO))
        .isEqualTo(Subscriptions.Outcome.FOLLOWED);
    assertThat(subscriptions.size()).isEqualTo(1_000);
  }

  @Test
  void refusesMoreThanTheInstanceCanBear() {
    List<KnownCounter> many = IntStream.range(0, 1_000).mapToObj(i -> counter("c" + i)).toList();
    subscriptions.subscribe(many, Duration.ZERO);
    Subscriptions other = new Subscriptions(feed, new Client(), time, time, meters);
    assertThat(other.subscribe(many, Duration.ZERO)).isEqualTo(Subscriptions.Outcome.INSTANCE_FULL);
    assertThat(other.size()).isZero();
    assertThat(other.subscribe(many.subList(0, 500), Duration.ZERO))
        .isEqualTo(Subscriptions.Outcome.FOLLOWED);
  }
}

package io.quipu.edge.live;

import static io.quipu.engine.names.TestNamespaces.known;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.live.LiveMessages.Reply;
import io.quipu.engine.live.LiveMessages.Watch;
import io.quipu.engine.live.LiveMeters;
import io.quipu.engine.live.Reading;
import io.quipu.engine.live.RefreshSettings;
import io.quipu.engine.live.Refreshers;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.query.Count;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.sim.scripted.ScriptedStores;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * A counter of positive events on its way to a client: store, refresher, bus, feed, subscription.
 * Whatever happens on the way, the client sees counts that grow, numbered without gaps, no faster
 * than it asked for, and ends with the latest.
 */
class ConflationTest {
  private static final CounterName COUNTER = new CounterName("votes", "a");

  /** What may happen next. */
  enum Move {
    EVENT,
    EVENT_WITHOUT_HINT,
    ANSWER,
    FAIL,
    DELIVER,
    REORDER,
    CLIENT_STALLS,
    CLIENT_CATCHES_UP,
    TICK,
    LONGER_TICK,
    SUBSCRIBE,
    UNSUBSCRIBE
  }

  @Property(tries = 2_000)
  void endsWithTheLatest_neverGoesBack_andStaysBounded(
      @ForAll("moves") List<Move> moves, @ForAll("paces") long minIntervalMillis) {
    World world = new World(Duration.ofMillis(minIntervalMillis));
    world.subscribe();
    moves.forEach(world::make);
    world.comeToRest();
    world.check();
  }

  @Provide
  Arbitrary<List<Move>> moves() {
    return Arbitraries.of(Move.class).list().ofMinSize(1).ofMaxSize(200);
  }

  @Provide
  Arbitrary<Long> paces() {
    return Arbitraries.of(0L, 1L, 70L, 1_000L);
  }

  private static final class World implements Outlet {
    private final HandDrivenTime time = new HandDrivenTime();
    private final LiveMeters meters = new LiveMeters(new SimpleMeterRegistry());
    private final Queue<Runnable> reads = new ArrayDeque<>();
    private final List<Runnable> bus = new ArrayList<>();
    private final Refreshers refreshers =
        new Refreshers(
            this::read,
            (subscriber, reading) -> bus.add(() -> feed().update(reading)),
            watching -> {},
            new ScriptedStores().site(time, time),
            RefreshSettings.DEFAULT,
            meters);
    private final Feed feed =
        new Feed("http-1", this::watch, time, Duration.ofSeconds(1), 10, meters);
    private final Subscriptions subscriptions = new Subscriptions(feed, this, time, time, meters);
    private final Map<Long, Long> shown = new HashMap<>();
    private final Duration pace;
    private long count;
    private boolean failing;
    private boolean full;
    private boolean subscribed;
    private long lastCount;
    private long lastSeq;
    private long lastSentNanos;
    private long countAtSubscription;

    World(Duration pace) {
      this.pace = pace;
    }

    private Feed feed() {
      return feed;
    }

    void make(Move move) {
      switch (move) {
        case EVENT -> {
          count++;
          refreshers.changed(COUNTER);
        }
        case EVENT_WITHOUT_HINT -> count++;
        case ANSWER -> answer();
        case FAIL -> {
          failing = true;
          answer();
          failing = false;
        }
        case DELIVER -> deliver(0);
        case REORDER -> deliver(bus.size() - 1);
        case CLIENT_STALLS -> full = true;
        case CLIENT_CATCHES_UP -> catchUp();
        case TICK -> time.passMillis(7);
        case LONGER_TICK -> time.passMillis(400);
        case SUBSCRIBE -> subscribe();
        case UNSUBSCRIBE -> unsubscribe();
      }
      assertThat(time.waiting()).as("timers").isLessThanOrEqualTo(3);
    }

    private CompletionStage<Answer> read(KnownCounter counter) {
      assertThat(reads).as("never two reads at once").isEmpty();
      CompletableFuture<Answer> answer = new CompletableFuture<>();
      long seen = count;
      reads.add(
          () -> {
            if (failing) {
              answer.completeExceptionally(new StoreUnavailable("no quorum", null));
            } else {
              answer.complete(new Count(COUNTER, Tally.ZERO, EventTime.MIN, Tally.of(seen, seen)));
            }
          });
      return answer;
    }

    private CompletionStage<Reply> watch(Watch watch) {
      CompletableFuture<Reply> reply = new CompletableFuture<>();
      refreshers
          .serve(watch)
          .whenComplete(
              (answer, failure) ->
                  bus.add(
                      () -> {
                        if (failure == null) {
                          reply.complete(answer);
                        } else {
                          reply.completeExceptionally(failure);
                        }
                      }));
      return reply;
    }

    private void answer() {
      if (!reads.isEmpty()) {
        reads.remove().run();
      }
    }

    /** Replies and updates travel by different addresses: one may overtake the other. */
    private void deliver(int index) {
      if (!bus.isEmpty()) {
        bus.remove(index).run();
      }
    }

    private void catchUp() {
      full = false;
      subscriptions.drained();
    }

    void subscribe() {
      if (!subscribed) {
        lastSeq = 0;
        countAtSubscription = count;
      }
      subscribed = true;
      subscriptions.subscribe(List.of(known(COUNTER, 1)), pace);
    }

    private void unsubscribe() {
      subscribed = false;
      subscriptions.unsubscribe(List.of(COUNTER));
    }

    @Override
    public void endDeleted() {
      throw new AssertionError("nothing was deleted");
    }

    @Override
    public boolean isFull() {
      return full;
    }

    @Override
    public void send(Reading reading, long seq) {
      long now = ((Count) reading.answer()).total().count().longValueExact();
      assertThat(subscribed).isTrue();
      assertThat(full).isFalse();
      assertThat(now).as("never goes back").isGreaterThanOrEqualTo(lastCount);
      assertThat(shown.putIfAbsent(reading.version(), now)).as("none twice").isNull();
      assertThat(seq).isEqualTo(lastSeq + 1);
      if (seq == 1) {
        assertThat(now).as("the snapshot is current").isGreaterThanOrEqualTo(countAtSubscription);
      } else {
        assertThat(time.monotonicNanos() - lastSentNanos).isGreaterThanOrEqualTo(pace.toNanos());
      }
      lastCount = now;
      lastSeq = seq;
      lastSentNanos = time.monotonicNanos();
    }

    /** Everything answers again, and nothing new happens. */
    void comeToRest() {
      for (int i = 0; i < 40; i++) {
        while (!reads.isEmpty() || !bus.isEmpty()) {
          answer();
          deliver(0);
        }
        catchUp();
        time.passMillis(500);
      }
    }

    void check() {
      if (subscribed) {
        assertThat(lastCount).as("ends with the latest").isEqualTo(count);
        assertThat(lastSeq).isPositive();
      } else {
        assertThat(refreshers.size()).isZero();
        assertThat(feed.size()).isZero();
        assertThat(time.waiting()).isZero();
      }
    }
  }
}

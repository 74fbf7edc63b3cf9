package io.quipu.engine.ingest;

import static io.quipu.engine.writer.TestWriters.incarnation;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.kind.answer.RecordOutcome.Refused;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Layout;
import io.quipu.engine.names.TestLayout;
import io.quipu.engine.state.Event;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Done;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.Confirmation;
import io.quipu.engine.writer.Incarnation;
import io.quipu.engine.writer.Lease;
import io.quipu.engine.writer.TestWriters;
import io.quipu.testing.sim.scripted.Fate;
import io.quipu.testing.sim.scripted.ScriptedEventDirectory;
import io.quipu.testing.sim.scripted.ScriptedEventLog;
import io.quipu.testing.sim.scripted.ScriptedEventLog.Held;
import io.quipu.testing.sim.scripted.ScriptedStores;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A lane that records into scripted stores, by a time that its test drives. */
final class RecordingLane {
  static final int NUMBER = 2;
  static final Duration LEASE = TestWriters.SETTINGS.lease();
  static final Layout LAYOUT = new Layout(16, 8, 42, Duration.ofMinutes(1));
  static final CommitBounds BOUNDS =
      new CommitBounds(1_000, 10_000_000L, 4, 10_000, 4, Duration.ofSeconds(3));

  final HandDrivenTime time = new HandDrivenTime();
  final EventTime start = time.wall();
  private final ScriptedStores stores = new ScriptedStores(LAYOUT);
  final ScriptedEventLog log = stores.events;
  final ScriptedEventDirectory directory = stores.directory;
  final List<CounterName> changed = new ArrayList<>();
  final List<CounterName> touched = new ArrayList<>();
  final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  final List<Integer> hastened = new ArrayList<>();
  private final TailBound.Bounds tailBounds;
  final GroupCommit commit;

  /** Of {@link #commit}. */
  final TailBound tails;

  final Incarnation writer = incarnation(time, 1);

  RecordingLane(CommitBounds bounds, Confirmation confirmation) {
    this(bounds, confirmation, time -> time);
  }

  RecordingLane(CommitBounds bounds, Confirmation confirmation, UnaryOperator<Clock> clock) {
    this(bounds, confirmation, clock, TailBound.Bounds.USUAL);
  }

  RecordingLane(TailBound.Bounds tails) {
    this(BOUNDS, Confirmation.LEASED, time -> time, tails);
  }

  private RecordingLane(
      CommitBounds bounds,
      Confirmation confirmation,
      UnaryOperator<Clock> clock,
      TailBound.Bounds tails) {
    this.tailBounds = tails;
    this.tails = new TailBound(time, time, hastened::add, tails);
    commit = commit(bounds, confirmation, clock.apply(time), this.tails);
    assertThat(low()).isEqualTo(start);
  }

  RecordingLane(CommitBounds bounds) {
    this(bounds, Confirmation.LEASED);
  }

  RecordingLane() {
    this(BOUNDS);
  }

  /** A lane that knows of no writer yet. */
  GroupCommit commit(CommitBounds bounds, Confirmation confirmation, Clock clock) {
    return commit(
        bounds, confirmation, clock, new TailBound(time, time, hastened::add, tailBounds));
  }

  private GroupCommit commit(
      CommitBounds bounds, Confirmation confirmation, Clock clock, TailBound tails) {
    return new GroupCommit(
        stores.site(clock, time),
        bounds,
        NUMBER,
        confirmation,
        tails,
        new IngestMeters(registry),
        hints());
  }

  private IngestHints hints() {
    return new IngestHints() {
      @Override
      public void counted(CounterName counter) {
        changed.add(counter);
      }

      @Override
      public void touched(CounterName counter) {
        touched.add(counter);
      }
    };
  }

  /** One of the counters of a part, always the same. */
  static CounterName counter(int part, int which) {
    return counters(part, "votes", "c").skip(which).findFirst().orElseThrow();
  }

  static Stream<CounterName> counters(int part, String namespace, String prefix) {
    return TestLayout.counters(LAYOUT, page -> LAYOUT.part(page) == part, namespace, prefix);
  }

  static Event id(String id) {
    return new Event(1, id);
  }

  static Event[] ids(int count) {
    Event[] events = new Event[count];
    for (int i = 0; i < count; i++) {
      events[i] = id("i" + i);
    }
    return events;
  }

  static Event[] ones(int count) {
    return Collections.nCopies(count, Event.ONE).toArray(Event[]::new);
  }

  /** Calls that are never heard of. */
  static Fate[] lost(int count) {
    return Collections.nCopies(count, Fate.NEVER_APPLIED).toArray(Fate[]::new);
  }

  CompletableFuture<RecordOutcome> append(CounterName counter, Event... events) {
    return append(new Append(counter, 1, List.of(events)));
  }

  CompletableFuture<RecordOutcome> append(CounterName counter) {
    return append(counter, Event.ONE);
  }

  CompletableFuture<RecordOutcome> append(Append append) {
    return commit.append(append).toCompletableFuture();
  }

  /** Sends an append whose answer the test does not look at. */
  void send(CounterName counter, Event... events) {
    assertThat(append(counter, events)).isNotDone();
  }

  /** Lets time pass until so much after the start, under a lease that is renewed. */
  void passTo(Duration sinceStart) {
    long left = sinceStart.toNanos() - time.monotonicNanos();
    while (left > 0) {
      time.pass(Duration.ofNanos(Math.min(left, LEASE.toNanos() / 2)));
      assertThat(writer.lease().renew(Lease.sample(time))).isTrue();
      left = sinceStart.toNanos() - time.monotonicNanos();
    }
  }

  EventTime low() {
    return commit.low(writer);
  }

  /** The horizon is announced as far as this lane lets it. */
  void announce() {
    time.passMillis(1);
    commit.onHorizon(low());
  }

  Held write(int index) {
    return log.held().get(index);
  }

  /** Writes what is held from there on, and what is sent because of that. */
  void writeFrom(int index) {
    for (int i = index; i < log.held().size(); i++) {
      write(i).written();
    }
  }

  /** Records an event at once. */
  void record(CounterName counter) {
    assertRecorded(append(counter));
  }

  static void assertRecorded(CompletionStage<RecordOutcome> answer) {
    assertThat(Done.value(answer)).isInstanceOf(Recorded.class);
  }

  static void assertRefused(CompletionStage<RecordOutcome> answer, Refusal why) {
    assertThat(Done.value(answer)).isEqualTo(new Refused(why));
  }
}

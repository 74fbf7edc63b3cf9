package io.quipu.engine.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.engine.kind.RecordOutcome;
import io.quipu.engine.kind.RecordOutcome.Refusal;
import io.quipu.engine.kind.RecordOutcome.Refused;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.Event;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Layout;
import io.quipu.engine.time.Done;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.writer.Confirmation;
import io.quipu.engine.writer.GroupTime;
import io.quipu.engine.writer.Incarnation;
import io.quipu.engine.writer.Lease;
import io.quipu.testing.sim.scripted.ScriptedEventDirectory;
import io.quipu.testing.sim.scripted.ScriptedEventLog;
import io.quipu.testing.sim.scripted.ScriptedEventLog.Held;
import io.quipu.testing.sim.scripted.ScriptedPageStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A lane that records into scripted stores, by a time that its test drives. */
final class RecordingLane {
  static final int NUMBER = 2;
  static final Duration LEASE = Duration.ofSeconds(5);
  static final Layout LAYOUT = new Layout(16, 8, 42, Duration.ofMinutes(1));
  static final CommitBounds BOUNDS =
      new CommitBounds(1_000, 10_000_000L, 4, 10_000, 4, Duration.ofSeconds(3));

  final HandDrivenTime time = new HandDrivenTime();
  final EventTime start = time.wall();
  final ScriptedEventLog log = new ScriptedEventLog(LAYOUT);
  final ScriptedEventDirectory directory = log.directory;
  final List<CounterName> changed = new ArrayList<>();
  final List<CounterName> touched = new ArrayList<>();
  final ScriptedPageStore pages = new ScriptedPageStore();
  final List<Integer> hastened = new ArrayList<>();
  final GroupCommit commit;
  final Incarnation writer = incarnation(1);

  RecordingLane(CommitBounds bounds, Confirmation confirmation) {
    this(bounds, confirmation, TailBound.Bounds.USUAL);
  }

  RecordingLane(CommitBounds bounds, Confirmation confirmation, TailBound.Bounds tails) {
    commit =
        new GroupCommit(
            log,
            directory,
            LAYOUT,
            time,
            time,
            bounds,
            NUMBER,
            confirmation,
            new TailBound(pages, time, time, hastened::add, tails),
            new IngestMeters(new SimpleMeterRegistry()),
            hints());
    assertThat(commit.low(writer)).isEqualTo(start);
  }

  RecordingLane(CommitBounds bounds) {
    this(bounds, Confirmation.LEASED);
  }

  RecordingLane() {
    this(BOUNDS);
  }

  static TailBound tails(HandDrivenTime time) {
    return new TailBound(
        new ScriptedPageStore(), time, time, page -> {}, TailBound.Bounds.USUAL);
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
    int found = 0;
    for (int i = 0; ; i++) {
      CounterName name = new CounterName("votes", "c" + i);
      if (LAYOUT.part(LAYOUT.page(name)) == part && found++ == which) {
        return name;
      }
    }
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

  Incarnation incarnation(long number) {
    Lease lease = new Lease(time, LEASE, Lease.sample(time));
    return new Incarnation(
        new UUID(0, number), number, time.wall(), lease, new GroupTime(time, time.wall()));
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
    commit.passed(low());
  }

  Held write(int index) {
    return log.held().get(index);
  }

  static void assertRefused(CompletionStage<RecordOutcome> answer, Refusal why) {
    assertThat(Done.value(answer)).isEqualTo(new Refused(why));
  }
}

package io.quipu.edge.kafka;

import io.quipu.edge.kafka.NotCounted.Cause;
import io.quipu.edge.kafka.mapping.MappedEvent;
import io.quipu.engine.kind.EventTimes;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.Declined;
import io.quipu.engine.kind.answer.RecordOutcome.OutcomeUnknown;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.kind.answer.RecordOutcome.Refused;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Sends the events of records to be recorded. Refused events, and events of unknown outcome, are
 * sent again with the same ids, until their partition is released or their ids may be forgotten.
 * Everything but {@link #send} is confined to the context of the scheduler.
 */
final class Delivery {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final int MOST_DOUBLED = 7;
  private static final String FORGOTTEN =
      "its outcome was unknown for longer than QUIPU_KAFKA_REDELIVERY";

  /** The entry point that all events share. */
  interface Ingest {
    /**
     * Records events of counters that all belong to one lane. If the stage fails, all outcomes are
     * unknown.
     */
    CompletionStage<List<RecordOutcome>> record(int lane, List<Recording> events);
  }

  private final EventTimes times;
  private final Supplier<Map<String, Namespace>> namespaces;
  private final Ingest ingest;
  private final ToIntFunction<CounterName> laneOf;
  private final Scheduler scheduler;
  private final Clock clock;
  private final long rememberedNanos;
  private final KafkaMeters meters;

  /**
   * @param namespaces the namespaces that can be used now; events of others wait
   * @param redelivery the seconds or {@code FOREVER}, as in {@link KafkaSettings}
   */
  Delivery(
      EventTimes times,
      Supplier<Map<String, Namespace>> namespaces,
      Ingest ingest,
      ToIntFunction<CounterName> laneOf,
      Scheduler scheduler,
      Clock clock,
      int redelivery,
      KafkaMeters meters) {
    this.times = times;
    this.namespaces = namespaces;
    this.ingest = ingest;
    this.laneOf = laneOf;
    this.scheduler = scheduler;
    this.clock = clock;
    this.rememberedNanos =
        redelivery == DeduplicationWindow.FOREVER
            ? Long.MAX_VALUE
            : TimeUnit.SECONDS.toNanos(redelivery);
    this.meters = meters;
  }

  /**
   * Sends records. Safe on any thread.
   *
   * @param whenDecided called once for each record, on the context; not called for a record with an
   *     event that would have to be sent after its partition was released
   */
  void send(List<SentRecord> records, Consumer<Delivered> whenDecided) {
    scheduler.execute(() -> send(grouped(records, whenDecided)));
  }

  private static Collection<EventGroup> grouped(
      List<SentRecord> records, Consumer<Delivered> whenDecided) {
    Map<CounterName, EventGroup> groups = new LinkedHashMap<>();
    for (SentRecord record : records) {
      OpenRecord open = new OpenRecord(record, whenDecided);
      for (MappedEvent event : record.events()) {
        groups.computeIfAbsent(event.counter(), EventGroup::new).add(open, event);
      }
    }
    return groups.values();
  }

  private void send(Collection<EventGroup> groups) {
    Map<String, Namespace> usable = namespaces.get();
    Map<Integer, List<EventGroup>> byLane = new LinkedHashMap<>();
    Map<EventGroup, Recording> accepted = new LinkedHashMap<>();
    List<EventGroup> waiting = new ArrayList<>();
    for (EventGroup group : groups) {
      if (!group.keepAssigned()) {
        continue;
      }
      Namespace namespace = usable.get(group.counter().namespace());
      if (namespace == null) {
        waiting.add(group);
        continue;
      }
      Recording recording = accepted(group, namespace);
      if (recording != null) {
        if (group.wasSent()) {
          meters.repeated(group.records().size());
        }
        group.sent(clock.monotonicNanos());
        accepted.put(group, recording);
        byLane
            .computeIfAbsent(laneOf.applyAsInt(group.counter()), lane -> new ArrayList<>())
            .add(group);
      }
    }
    byLane.forEach(
        (lane, some) ->
            ingest
                .record(lane, some.stream().map(accepted::get).toList())
                .whenComplete((outcomes, failure) -> decide(some, outcomes)));
    if (!waiting.isEmpty()) {
      sendAgain(waiting);
    }
  }

  private @Nullable Recording accepted(EventGroup group, Namespace namespace) {
    if (group.isForgotten(clock.monotonicNanos(), rememberedNanos)) {
      NotCounted forgotten = new NotCounted(Cause.DOUBT, FORGOTTEN);
      group.records().forEach(record -> record.refused(forgotten));
      return null;
    }
    return group.accept(
        times, namespace, (record, why) -> record.refused(notCounted(group, Cause.MALFORMED, why)));
  }

  /** Makes the refusal of a group. A doubt stays, because an earlier attempt may have counted. */
  private static NotCounted notCounted(EventGroup group, Cause reason, String why) {
    return group.isDoubtful()
        ? new NotCounted(Cause.DOUBT, "its outcome was unknown, and now it is refused: " + why)
        : new NotCounted(reason, why);
  }

  /**
   * @param outcomes null if the request failed; all outcomes are unknown then
   */
  private void decide(List<EventGroup> groups, @Nullable List<RecordOutcome> outcomes) {
    List<EventGroup> undecided = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      EventGroup group = groups.get(i);
      RecordOutcome outcome = outcomes == null ? new OutcomeUnknown() : outcomes.get(i);
      if (outcome instanceof Recorded) {
        group.records().forEach(OpenRecord::acknowledged);
      } else if (outcome instanceof Declined declined) {
        NotCounted why = notCounted(group, Cause.DECLINED, declined.detail());
        group.records().forEach(record -> record.refused(why));
      } else {
        if (!(outcome instanceof Refused)) {
          group.doubtful();
        }
        undecided.add(group);
      }
    }
    if (!undecided.isEmpty()) {
      sendAgain(undecided);
    }
  }

  private void sendAgain(Collection<EventGroup> groups) {
    int sent = groups.stream().mapToInt(EventGroup::again).max().orElse(1);
    Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(MOST_DOUBLED, sent - 1));
    scheduler.after(pause, () -> send(groups));
  }
}

package io.quipu.edge.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.edge.kafka.NotCounted.Cause;
import io.quipu.edge.kafka.mapping.MappedEvent;
import io.quipu.edge.kafka.progress.OffsetMetadata;
import io.quipu.engine.ingest.Append;
import io.quipu.engine.kind.EventTimes;
import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.Declined;
import io.quipu.engine.kind.answer.RecordOutcome.Objection;
import io.quipu.engine.kind.answer.RecordOutcome.OutcomeUnknown;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.kind.answer.RecordOutcome.Refused;
import io.quipu.engine.kinds.tally.TallyKind;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.state.Event;
import io.quipu.engine.store.TopicIdentity;
import io.quipu.engine.time.HandDrivenTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class DeliveryTest {
  private static final CounterName ORDERS = new CounterName("shop", "orders");
  private static final CounterName BY_KEY = new CounterName("shop", "by key");
  private static final RecordOutcome RECORDED = new Recorded(new UUID(1, 2));

  private final HandDrivenTime time = new HandDrivenTime();
  private final AssignedPartition partition =
      new AssignedPartition(
          new TopicPartition("orders", 3),
          "orders",
          new OffsetMetadata(new TopicIdentity("cluster", "topic"), null));
  private final List<List<String>> sent = new ArrayList<>();
  private final Deque<RecordOutcome> outcomes = new ArrayDeque<>();
  private final List<Delivered> delivered = new ArrayList<>();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private Map<String, Namespace> usable = Map.of("shop", Namespace.of("shop", "event"));

  private Delivery delivery(int redelivery) {
    return new Delivery(
        new EventTimes(new KnownKinds(List.of(TallyKind.values())), time::wall),
        () -> usable,
        (lane, events) -> CompletableFuture.completedStage(answer(events)),
        counter -> 0,
        time,
        time,
        redelivery,
        new KafkaMeters(registry, Set.of("orders")));
  }

  private List<RecordOutcome> answer(List<Recording> events) {
    return events.stream()
        .map(
            recording -> {
              sent.add(((Append) recording).events().stream().map(event -> event.id()).toList());
              return outcomes.isEmpty() ? RECORDED : outcomes.removeFirst();
            })
        .toList();
  }

  private SentRecord record(long offset, CounterName... counters) {
    List<MappedEvent> events = new ArrayList<>();
    for (CounterName counter : counters) {
      events.add(new MappedEvent(counter, new Event(2, null), null, Map.of()));
    }
    return new SentRecord(
        partition, partition.progress().begin(offset), "orders-3-" + offset, events);
  }

  private void send(Delivery delivery, SentRecord... records) {
    delivery.send(List.of(records), delivered::add);
    time.pass(Duration.ZERO);
  }

  private double repeated() {
    return registry.get("quipu.kafka.repeated").counter().count();
  }

  @Test
  void eventsOfACounterTravelTogether_withTheIdsOfTheirRecords() {
    send(delivery(DeduplicationWindow.FOREVER), record(1, ORDERS), record(2, ORDERS));
    assertThat(sent).containsExactly(List.of("orders-3-1", "orders-3-2"));
    assertThat(delivered).hasSize(2).allMatch(one -> one.refusal() == null);
  }

  @Test
  void whatIsRefusedOrUnknownIsSentAgain_withTheSameIds_untilItIsAcknowledged() {
    outcomes.add(new OutcomeUnknown());
    outcomes.add(new Refused(Refusal.NO_LEASE));
    send(delivery(DeduplicationWindow.FOREVER), record(1, ORDERS));
    assertThat(delivered).isEmpty();
    time.pass(Duration.ofSeconds(1));
    assertThat(sent).hasSize(3).containsOnly(List.of("orders-3-1"));
    assertThat(repeated()).isEqualTo(2);
    assertThat(delivered).singleElement().matches(one -> one.refusal() == null);
  }

  @Test
  void aRecordIsDelivered_whenAllItsEventsAre() {
    outcomes.add(RECORDED);
    outcomes.add(new OutcomeUnknown());
    send(delivery(DeduplicationWindow.FOREVER), record(1, ORDERS, BY_KEY));
    assertThat(sent).hasSize(2);
    assertThat(delivered).isEmpty();
    time.pass(Duration.ofSeconds(1));
    assertThat(sent).hasSize(3);
    assertThat(delivered).hasSize(1);
  }

  @Test
  void whatBelongsToSomebodyElseIsNotSentAgain() {
    outcomes.add(new OutcomeUnknown());
    send(delivery(DeduplicationWindow.FOREVER), record(1, ORDERS));
    partition.release();
    time.pass(Duration.ofMinutes(1));
    assertThat(sent).hasSize(1);
    assertThat(delivered).isEmpty();
    assertThat(time.waiting()).isZero();
  }

  @Test
  void nothingIsSent_whileANamespaceCannotBeUsed() {
    Map<String, Namespace> later = usable;
    usable = Map.of();
    send(delivery(DeduplicationWindow.FOREVER), record(1, ORDERS));
    time.pass(Duration.ofMinutes(1));
    assertThat(sent).isEmpty();
    usable = later;
    time.pass(Duration.ofMinutes(1));
    assertThat(delivered).hasSize(1);
    assertThat(repeated()).as("sent once only").isZero();
  }

  @Test
  void eventsOfANamespaceThatCannotBeUsedWait_andNoOthers() {
    CounterName other = new CounterName("other", "orders");
    send(delivery(DeduplicationWindow.FOREVER), record(1, ORDERS, other), record(2, ORDERS));
    assertThat(delivered).extracting(one -> one.record().id()).containsExactly("orders-3-2");
    usable = Map.of("other", Namespace.of("other", "event"));
    time.pass(Duration.ofMinutes(1));
    assertThat(sent).hasSize(2);
    assertThat(delivered).hasSize(2).allMatch(one -> one.refusal() == null);
    assertThat(repeated()).isZero();
  }

  @Test
  void anEventIsRepeatedWhenItIsSentAgain_andNotWhileItWaitsForANamespace() {
    Map<String, Namespace> later = usable;
    outcomes.add(new OutcomeUnknown());
    send(delivery(DeduplicationWindow.FOREVER), record(1, ORDERS), record(2, ORDERS));
    usable = Map.of();
    time.pass(Duration.ofMinutes(1));
    assertThat(repeated()).isZero();
    usable = later;
    time.pass(Duration.ofMinutes(1));
    assertThat(sent).hasSize(2);
    assertThat(repeated()).isEqualTo(2);
  }

  /** A write that may have happened is not made again once its id may be forgotten. */
  @Test
  void whatIsInDoubtForTooLongIsGivenToTheOperator() {
    for (int i = 0; i < 100; i++) {
      outcomes.add(new OutcomeUnknown());
    }
    send(delivery(60), record(1, ORDERS));
    time.pass(Duration.ofSeconds(59));
    assertThat(delivered).isEmpty();
    time.pass(Duration.ofSeconds(30));
    int before = sent.size();
    assertThat(delivered).singleElement().matches(one -> reason(one) == Cause.DOUBT);
    time.pass(Duration.ofMinutes(10));
    assertThat(sent).hasSize(before);
  }

  private static Cause reason(Delivered one) {
    return one.refusal() == null ? null : one.refusal().reason();
  }

  /** Of two reasons the operator has to know the one that forbids leaving it out. */
  @Test
  void aRecordOfWhichOneEventIsInDoubtIsInDoubt_whateverTheOthersAre() {
    usable = Map.of("shop", paths());
    for (int i = 0; i < 100; i++) {
      outcomes.add(new OutcomeUnknown());
    }
    send(delivery(60), record(1, new CounterName("shop", "a//b"), ORDERS));
    time.pass(Duration.ofSeconds(90));
    assertThat(delivered).singleElement().matches(one -> reason(one) == Cause.DOUBT);
  }

  /** It may have been written while its name was still one that is accepted. */
  @Test
  void whatIsRefusedAfterItWasInDoubtStaysInDoubt() {
    outcomes.add(new OutcomeUnknown());
    send(delivery(DeduplicationWindow.FOREVER), record(1, new CounterName("shop", "a//b")));
    usable = Map.of("shop", paths());
    time.pass(Duration.ofSeconds(1));
    assertThat(delivered).singleElement().matches(one -> reason(one) == Cause.DOUBT);
  }

  /** The counter may take it another time, so it is not for ever. */
  @Test
  void whatACounterDeclinesIsNotMalformed() {
    outcomes.add(new Declined(Objection.PAST_BOUND, "delta", "past the bound"));
    send(delivery(DeduplicationWindow.FOREVER), record(1, ORDERS));
    assertThat(delivered).singleElement().matches(one -> reason(one) == Cause.DECLINED);
  }

  @Test
  void whatWasOnlyRefusedWaitsForAsLongAsItTakes() {
    for (int i = 0; i < 50; i++) {
      outcomes.add(new Refused(Refusal.STORE_UNAVAILABLE));
    }
    send(delivery(60), record(1, ORDERS));
    time.pass(Duration.ofMinutes(30));
    assertThat(delivered).singleElement().matches(one -> one.refusal() == null);
  }

  /** In a namespace with levels a name may be no path: its kind knows, its mapping does not. */
  @Test
  void whatItsKindDoesNotAcceptIsRefused_andNothingElseOfItsCounter() {
    usable = Map.of("shop", paths());
    CounterName noPath = new CounterName("shop", "a//b");
    send(delivery(DeduplicationWindow.FOREVER), record(1, noPath), record(2, ORDERS));
    assertThat(sent).containsExactly(List.of("orders-3-2"));
    assertThat(delivered).extracting(DeliveryTest::reason).containsExactly(Cause.MALFORMED, null);
  }

  private static Namespace paths() {
    Namespace usual = Namespace.of("shop", "event");
    return new Namespace(
        "shop",
        "event",
        usual.deduplicate(),
        usual.retain(),
        1,
        usual.windows(),
        Map.of("hierarchy", "/"));
  }
}

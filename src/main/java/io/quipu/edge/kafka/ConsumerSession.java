package io.quipu.edge.kafka;

import io.quipu.edge.kafka.NotCounted.Cause;
import io.quipu.edge.kafka.progress.PartitionProgress.Pending;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.names.DeduplicationWindow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One consumer from its subscription to its close. Gives records to a {@link Delivery}, and commits
 * their offsets. An offset is committed only if all records before the offset are acknowledged or
 * left out. Blocks. Confined to its own thread.
 */
final class ConsumerSession implements AutoCloseable, ConsumerRebalanceListener {
  private static final Logger log = LoggerFactory.getLogger(ConsumerSession.class);
  private static final Duration POLL = Duration.ofMillis(50);
  private static final Duration POLL_WHEN_HELD = Duration.ofMillis(5);
  private static final long COMMIT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** The longest wait for records under way before their partition is given away. */
  private static final Duration HAND_OVER = Duration.ofSeconds(3);

  private static final Duration LAST_COMMIT = Duration.ofSeconds(3);
  private static final Duration CLOSE = Duration.ofSeconds(2);

  private final KafkaSettings settings;
  private final Consumer<byte[], byte[]> consumer;
  private final Delivery delivery;
  private final UsableNamespaces namespaces;
  private final KafkaMeters meters;
  private final OffsetCommits commits;
  private final MissingOffsets missing;
  private final ConsumerState state;
  private final MetRecords met;
  private final Refusals refusals;
  private final AssignedPartitions assigned;
  private final LinkedBlockingQueue<Delivered> delivered = new LinkedBlockingQueue<>();
  private boolean full;
  private long nextCommit = System.nanoTime();

  /**
   * @param consumer closed together with this session
   * @param topics closed together with this session
   * @param met the records that all sessions of this process have received
   * @param known the first topics that all sessions of this process have read
   */
  ConsumerSession(
      KafkaSettings settings,
      Consumer<byte[], byte[]> consumer,
      BrokerTopics topics,
      Delivery delivery,
      UsableNamespaces namespaces,
      MetRecords met,
      KnownTopics known,
      KafkaMeters meters) {
    this.settings = settings;
    this.consumer = consumer;
    this.delivery = delivery;
    this.namespaces = namespaces;
    this.met = met;
    this.meters = meters;
    this.assigned = new AssignedPartitions(consumer, topics, known);
    this.commits = new OffsetCommits(consumer, meters);
    this.missing =
        new MissingOffsets(
            consumer, assigned::get, settings.redelivery() != DeduplicationWindow.FOREVER, meters);
    this.refusals = new Refusals(settings.malformed(), meters);
    this.state = new ConsumerState(consumer, settings.brokers(), meters);
  }

  /** Runs until {@code stopping} is true. After a failure, the caller must make a new session. */
  void run(BooleanSupplier stopping) {
    consumer.subscribe(settings.mappings().topics(), this);
    while (!stopping.getAsBoolean()) {
      boolean held = holdBack();
      receive(poll(held ? POLL_WHEN_HELD : POLL));
      takeDelivered();
      if (System.nanoTime() - nextCommit >= 0) {
        nextCommit = System.nanoTime() + COMMIT_NANOS;
        commits.begin(assigned.all());
        state.tell(assigned.all());
        assigned.check();
      }
    }
  }

  /**
   * Pauses or resumes partitions. A partition pauses while a namespace of its topic cannot be used.
   * Returns true if all pause: for their namespaces, or because the bound on records under way was
   * reached, and half of the bound or more are still under way.
   */
  private boolean holdBack() {
    long underWay = assigned.all().stream().mapToLong(AssignedPartition::underWay).sum();
    full = underWay >= (full ? settings.underWay() / 2 : settings.underWay());
    Set<String> usable = namespaces.get().keySet();
    boolean all = full || usable.isEmpty();
    for (AssignedPartition one : assigned.all()) {
      boolean pause =
          all
              || one.isStopped()
              || one.progress().held() >= 2L * settings.underWay()
              || !usable.containsAll(settings.mappings().namespacesOf(one.partition().topic()));
      if (one.changesTo(pause)) {
        List<TopicPartition> partition = List.of(one.partition());
        if (pause) {
          consumer.pause(partition);
        } else {
          consumer.resume(partition);
        }
      }
    }
    return all;
  }

  private ConsumerRecords<byte[], byte[]> poll(Duration patience) {
    try {
      return consumer.poll(patience);
    } catch (NoOffsetForPartitionException e) {
      missing.begin(e);
    } catch (OffsetOutOfRangeException e) {
      missing.begin(e);
    }
    return ConsumerRecords.empty();
  }

  private void receive(ConsumerRecords<byte[], byte[]> records) {
    if (records.isEmpty()) {
      return;
    }
    meters.received(records.count());
    List<SentRecord> sent = new ArrayList<>(records.count());
    for (TopicPartition partition : records.partitions()) {
      AssignedPartition one = assigned.get(partition);
      for (ConsumerRecord<byte[], byte[]> record : records.records(partition)) {
        if (one != null && !one.isStopped()) {
          begin(one, record, sent);
        }
      }
    }
    if (!sent.isEmpty()) {
      delivery.send(sent, delivered::add);
    }
  }

  private void begin(
      AssignedPartition partition, ConsumerRecord<byte[], byte[]> received, List<SentRecord> sent) {
    if (partition.waitsAt(received.offset())) {
      refusals.stop(partition);
      return;
    }
    if (met.meets(partition.partition(), received.offset())) {
      meters.redelivered();
    }
    Pending pending = partition.progress().begin(received.offset());
    ReceivedRecord record = new ReceivedRecord(received);
    try {
      sent.add(
          new SentRecord(
              partition,
              pending,
              partition.id(received.offset()),
              settings.mappings().of(received.topic(), record)));
    } catch (InvalidInput malformed) {
      refusals.take(partition, pending, new NotCounted(Cause.MALFORMED, malformed.detail()));
    }
  }

  private void takeDelivered() {
    for (Delivered next = delivered.poll(); next != null; next = delivered.poll()) {
      take(next);
    }
  }

  private void take(Delivered one) {
    AssignedPartition partition = one.record().partition();
    NotCounted refusal = one.refusal();
    if (refusal == null) {
      partition.progress().done(one.record().pending());
      meters.recorded();
    } else if (!partition.isReleased()) {
      refusals.take(partition, one.record().pending(), refusal);
    }
    refusals.tellDecided(partition);
  }

  @Override
  public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
    assigned.add(partitions);
    if (!partitions.isEmpty()) {
      log.info("Assigned: {}", partitions);
    }
  }

  /** Commits before partitions leave, because their next owners begin at the committed offsets. */
  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
    giveAway(assigned.remove(partitions));
  }

  private void giveAway(List<AssignedPartition> leaving) {
    if (leaving.isEmpty()) {
      return;
    }
    awaitDelivered(leaving);
    // before the commit, so that no record is sent again once the next owner may have begun
    leaving.forEach(AssignedPartition::release);
    leaving.forEach(refusals::tellLeft);
    commits.now(leaving, LAST_COMMIT);
    log.info("Given away: {}", leaving);
  }

  /** Commits nothing, because other consumers may have the partitions already. */
  @Override
  public void onPartitionsLost(Collection<TopicPartition> partitions) {
    List<AssignedPartition> leaving = assigned.remove(partitions);
    leaving.forEach(AssignedPartition::release);
    leaving.forEach(refusals::tellLeft);
    log.warn("Lost, because Kafka had not heard of this consumer for too long: {}", leaving);
  }

  private void awaitDelivered(List<AssignedPartition> leaving) {
    long end = System.nanoTime() + HAND_OVER.toNanos();
    try {
      while (leaving.stream().anyMatch(one -> one.underWay() > 0)) {
        Delivered next = delivered.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (next == null) {
          return;
        }
        take(next);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Gives all partitions away, then closes the consumer and the client that asks for topics. */
  @Override
  public void close() {
    try {
      giveAway(assigned.removeAll());
    } finally {
      assigned.close();
      consumer.close(CloseOptions.timeout(CLOSE));
      state.gone();
    }
  }
}

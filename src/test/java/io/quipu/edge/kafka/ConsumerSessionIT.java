package io.quipu.edge.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.quipu.edge.web.LoggedLines;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.OutcomeUnknown;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.store.FirstTopics;
import io.quipu.engine.store.TopicIdentity;
import io.quipu.ops.config.KafkaConfig.Malformed;
import io.quipu.testing.dev.KafkaProcess;
import io.quipu.testing.dev.OtherPrograms;
import io.quipu.testing.e2e.KafkaTopics;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Partitions of a real broker that stop, are lost, and are assigned again. */
@OtherPrograms
class ConsumerSessionIT {
  private static final RecordOutcome RECORDED = new Recorded(new UUID(1, 2));
  private static KafkaProcess kafka;
  private static KafkaTopics topics;

  private final Map<String, TopicIdentity> claimed = new ConcurrentHashMap<>();
  private final FirstTopics first =
      (name, own) -> {
        TopicIdentity before = claimed.putIfAbsent(name, own);
        return CompletableFuture.completedStage(before == null ? own : before);
      };
  @AutoClose private final LoggedLines lines = new LoggedLines("io.quipu.edge.kafka");

  @BeforeAll
  static void start() {
    kafka = KafkaProcess.start();
    topics = new KafkaTopics(kafka);
  }

  @AfterAll
  static void stop() {
    topics.close();
    kafka.close();
  }

  private String errors() {
    return String.join("\n", lines.of(Level.ERROR));
  }

  private SessionRun run(
      String topic, Malformed malformed, Function<String, CompletionStage<RecordOutcome>> outcome) {
    return new SessionRun(kafka.bootstrapServers(), topic, malformed, first, outcome);
  }

  private SessionRun counting(String topic, Malformed malformed) {
    return run(topic, malformed, id -> done());
  }

  /** Each key is a counter of its own; a record without one is malformed. */
  private static void fill(String topic, String... keys) {
    for (String key : keys) {
      topics.send(topic, key, "");
    }
    topics.flush();
  }

  private static void begin(String topic) {
    topics.create(topic, 1);
    topics.setOffset(topic, topic, 0);
  }

  private static void awaitCommitted(String topic, long offset) {
    await("offset " + offset).until(() -> topics.committed(topic, topic) == offset);
  }

  private static void awaitStopped(SessionRun session) {
    await("the stop").until(() -> session.meter("quipu.kafka.partitions.stopped") == 1);
  }

  @Test
  void aRecordInDoubtIsNotLeftOut_norSentAgainByWhoeverHasItsPartitionNext() {
    begin("doubt");
    fill("doubt", "a", null, "c", "d");
    try (SessionRun session =
        run("doubt", Malformed.SKIP, id -> id.equals("doubt-0-2") ? unknown() : done())) {
      await("attempts").until(() -> session.sent("doubt-0-2") > 1);
      awaitCommitted("doubt", 2);
      session.passRedelivery();
      awaitStopped(session);
      assertThat(session.meter("quipu.kafka.skipped")).isEqualTo(1);
      await("the mark").until(() -> topics.metadata("doubt", "doubt").contains("doubt=2-3"));
      fill("doubt", "e");
    }
    assertThat(topics.committed("doubt", "doubt")).isEqualTo(2);
    assertThat(errors())
        .contains("doubt-0 waits at offset 2", "before offset 4", "offsets [2]", "offset to 4")
        .doesNotContainIgnoringCase("skip");

    try (SessionRun next = counting("doubt", Malformed.SKIP)) {
      awaitStopped(next);
      assertThat(next.sent()).isEmpty();
    }
    assertThat(topics.committed("doubt", "doubt")).isEqualTo(2);

    topics.setOffset("doubt", "doubt", 4);
    try (SessionRun last = counting("doubt", Malformed.SKIP)) {
      awaitCommitted("doubt", 5);
      assertThat(last.sent()).containsExactly("doubt-0-4");
      assertThat(topics.metadata("doubt", "doubt")).contains("topic=").doesNotContain("doubt=");
    }
  }

  @Test
  void whatIsUnderWayInALostPartitionComesAgain_andItsLateAnswersCommitNothing() {
    begin("lost");
    fill("lost", "a", "b", "c");
    CompletableFuture<RecordOutcome> early = new CompletableFuture<>();
    AtomicBoolean over = new AtomicBoolean();
    Map<String, Integer> attempts = new ConcurrentHashMap<>();
    try (SessionRun session =
        run(
            "lost",
            Malformed.STOP,
            id -> {
              boolean isFirst = attempts.merge(id, 1, Integer::sum) == 1;
              return isFirst ? early : id.endsWith("-1") && !over.get() ? unknown() : done();
            })) {
      await("all under way").until(() -> session.sent().size() == 3);
      topics.evict("lost");
      await("all again").until(() -> session.sent().size() >= 6);
      assertThat(lines.of(Level.INFO)).anyMatch(line -> line.startsWith("Lost"));
      assertThat(session.sent().subList(3, 6)).isEqualTo(session.sent().subList(0, 3));
      early.complete(RECORDED);
      // of the second only its new life counts, in which it is not acknowledged
      awaitCommitted("lost", 1);
      await("late answers").until(() -> session.meter("quipu.kafka.recorded") == 5);
      assertThat(topics.committed("lost", "lost")).isEqualTo(1);
      over.set(true);
      awaitCommitted("lost", 3);
    }
  }

  private static CompletionStage<RecordOutcome> done() {
    return CompletableFuture.completedStage(RECORDED);
  }

  private static CompletionStage<RecordOutcome> unknown() {
    return CompletableFuture.completedStage(new OutcomeUnknown());
  }

  @Test
  void aPartitionThatStoppedStopsThereAgain_whenItIsAssignedAgain() {
    begin("again");
    fill("again", "a", null, "c");
    try (SessionRun session = counting("again", Malformed.STOP)) {
      awaitStopped(session);
      awaitCommitted("again", 1);
      topics.evict("again");
      await("the second stop").until(() -> errors().split("waits at offset 1").length == 3);
      awaitStopped(session);
      assertThat(session.sent()).doesNotContain("again-0-2");
    }
    assertThat(topics.committed("again", "again")).isEqualTo(1);
    topics.setOffset("again", "again", 2);
    try (SessionRun next = counting("again", Malformed.STOP)) {
      awaitCommitted("again", 3);
      assertThat(next.sent()).containsExactly("again-0-2");
    }
  }

  /**
   * The broker forgets the offsets of a group with the topic, so the group looks like a new one.
   */
  @Test
  void aTopicThatIsMadeAnewWaits_andThenHasIdsOfItsOwn() {
    begin("anew");
    fill("anew", "a", "b");
    try (SessionRun before = counting("anew", Malformed.STOP)) {
      awaitCommitted("anew", 2);
      assertThat(before.sent()).containsExactly("anew-0-0", "anew-0-1");
      topics.delete("anew");
      topics.create("anew", 1);
      fill("anew", "c", "d");
      awaitStopped(before);
      fill("anew", "e");
      assertThat(before.sent()).hasSize(2);
    }
    try (SessionRun waiting = counting("anew", Malformed.STOP)) {
      awaitStopped(waiting);
      assertThat(waiting.sent()).isEmpty();
      assertThat(errors()).contains("anew-0 waits", "Was it made anew", "--reset-offsets");
    }
    topics.setOffset("anew", "anew", 0);
    for (String more : List.of("f", "g")) {
      fill("anew", more);
      try (SessionRun after = counting("anew", Malformed.STOP)) {
        awaitCommitted("anew", more.equals("f") ? 4 : 5);
        assertThat(after.sent())
            .hasSize(more.equals("f") ? 4 : 1)
            .allMatch(id -> id.startsWith("@"));
      }
    }
  }
}

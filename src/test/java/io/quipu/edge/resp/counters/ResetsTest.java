package io.quipu.edge.resp.counters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.edge.resp.RespSocket;
import io.quipu.edge.resp.ServedRedis;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.OutcomeUnknown;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.kind.answer.RecordOutcome.Refused;
import io.quipu.engine.windows.EventTime;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code DEL} of many counters: some at once, and what is said if some of them fail. */
class ResetsTest {
  private static final RecordOutcome DONE =
      new Recorded(EventTime.of(Instant.parse("2026-01-01T12:00:00Z")).timeuuid(1, 2));
  private static final RecordOutcome REFUSED = new Refused(Refusal.STORE_UNAVAILABLE);
  private static final RecordOutcome UNKNOWN = new OutcomeUnknown();

  private final ServedRedis redis = new ServedRedis(ServedRedis.USUAL);
  private final Map<String, CompletableFuture<RecordOutcome>> resets = new LinkedHashMap<>();
  private RespSocket client;

  @BeforeEach
  void connect() throws IOException {
    redis.engine.onRecord = this::begun;
    client = redis.connect();
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    redis.close();
  }

  private CompletionStage<RecordOutcome> begun(Recording reset) {
    synchronized (resets) {
      return resets.computeIfAbsent(
          reset.counter().name(), name -> new CompletableFuture<RecordOutcome>());
    }
  }

  private int underWay() {
    synchronized (resets) {
      return (int) resets.values().stream().filter(one -> !one.isDone()).count();
    }
  }

  private void answer(RecordOutcome outcome) {
    synchronized (resets) {
      resets.values().forEach(one -> one.complete(outcome));
    }
  }

  private void delete(int counters) throws IOException {
    client.send(
        Stream.concat(Stream.of("DEL"), IntStream.range(0, counters).mapToObj(i -> "c" + i))
            .toArray(String[]::new));
  }

  @Test
  void manyAreUnderWayAtOnce_andNoMoreThanTheirBound() throws IOException {
    delete(Resets.AT_ONCE + 8);
    await().until(() -> underWay() == Resets.AT_ONCE);
    answer(DONE);
    await().until(() -> underWay() == 8);
    answer(DONE);
    assertThat(client.reply()).isEqualTo(":" + (Resets.AT_ONCE + 8));
  }

  @Test
  void noMoreAreBegunAfterOneFailed() throws IOException {
    delete(Resets.AT_ONCE + 1);
    await().until(() -> underWay() == Resets.AT_ONCE);
    answer(REFUSED);
    assertThat(client.reply()).startsWith("-TRYAGAIN ");
    assertThat(client.ask("PING")).isEqualTo("+PONG");
    assertThat(resets).hasSize(Resets.AT_ONCE);
  }

  @Test
  void anUnknownOutcomeIsToldBeforeARefusal() throws IOException {
    delete(3);
    await().until(() -> underWay() == 3);
    begunAs("c0").complete(REFUSED);
    begunAs("c1").complete(DONE);
    begunAs("c2").complete(UNKNOWN);
    assertThat(client.reply()).startsWith("-UNKNOWN ");
  }

  @Test
  void aRefusalTellsHowManyWereReset() throws IOException {
    delete(Resets.AT_ONCE + 2);
    await().until(() -> underWay() == Resets.AT_ONCE);
    answer(DONE);
    await().until(() -> underWay() == 2);
    begunAs("c" + Resets.AT_ONCE).complete(DONE);
    answer(REFUSED);
    assertThat(client.reply())
        .isEqualTo(
            "-TRYAGAIN Keys that were reset: 33. One that was not: Cassandra is short of a quorum."
                + " Nothing was written.");
    client.send("DEL", "z");
    await().until(() -> underWay() == 1);
    answer(REFUSED);
    assertThat(client.reply())
        .isEqualTo("-TRYAGAIN Cassandra is short of a quorum. Nothing was written.");
  }

  private CompletableFuture<RecordOutcome> begunAs(String counter) {
    synchronized (resets) {
      return resets.get(counter);
    }
  }

  @Test
  void whatFollowsWaitsForAll() throws IOException {
    delete(2);
    client.send("GET", "c0");
    await().until(() -> underWay() == 2);
    begunAs("c0").complete(DONE);
    assertThat(redis.answered("get")).isZero();
    begunAs("c1").complete(DONE);
    assertThat(client.reply()).isEqualTo(":2");
    assertThat(client.reply()).isEqualTo("42");
  }
}

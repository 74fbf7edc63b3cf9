package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.util.internal.PlatformDependent;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.vertx.core.buffer.Buffer;
import java.net.URI;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What a service holds for callers who send slowly, wait, or do not read. */
class MemoryHttpTest extends BudgetTest {
  private static final String EVENTS = "/v1/counters/default/a/events";
  private static final String LARGE_FILE = "/assets/swagger-ui/swagger-ui-bundle.js";

  private RawHttp.Response record() {
    return RawHttp.exchange(service.base(), post("{}", 2));
  }

  /** A request of which only a part may be there. */
  private static Buffer post(String body, int length) {
    return Buffer.buffer(
        "POST "
            + EVENTS
            + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
            + length
            + "\r\n\r\n"
            + body);
  }

  @Test
  void refusesSmallBodies_whenThoseThatTrickleInHoldAllThereIs() {
    String most = " ".repeat(60_000);
    for (int i = 0; i < 40; i++) {
      connect().send(post(most, 64_000));
    }
    await().until(() -> service.budget.held() > BUDGET - 64_000);
    assertThat(service.budget.held()).isLessThanOrEqualTo(BUDGET);
    RawHttp.Response refused =
        RawHttp.exchange(service.base(), post(" ".repeat(63_998) + "{}", 64_000));
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.headers()).containsKey("retry-after");
    assertThat(refused.text()).contains("queue-full");
    assertAllIsGivenBack();
    assertThat(record().status()).isEqualTo(201);
  }

  @Test
  void takesSmallBodies_whileLargeOnesHoldAllThatTheyMay() {
    String large = " ".repeat(100_000);
    for (int i = 0; i < 20; i++) {
      connect().send(post(large, 4_000_000));
    }
    await().until(() -> refused("large_body") > 0);
    assertThat(record().status()).isEqualTo(201);
  }

  @Test
  void holdsABody_untilItIsAnswered() {
    CompletableFuture<RecordOutcome> outcome = new CompletableFuture<>();
    service.onAppend = append -> outcome;
    RawHttp http = connect();
    String body = " ".repeat(9_998) + "{}";
    http.send(post(body, body.length()));
    await()
        .untilAsserted(() -> assertThat(service.appends.size() + service.finds.get()).isPositive());
    assertThat(service.budget.held()).isBetween(10_000L, 20_000L);
    outcome.complete(new RecordOutcome.Recorded(new UUID(0, 0)));
    assertThat(http.receive().status()).isEqualTo(201);
    assertThat(service.budget.held()).isZero();
  }

  @Test
  void holdsOnlyWhatHasArrived_ofABodyThatIsAnnounced() {
    connect().send(post("{", 4_000_000));
    await().untilAsserted(() -> assertThat(service.budget.held()).isPositive());
    assertThat(service.budget.held()).isLessThanOrEqualTo(64 * 1024);
  }

  @Test
  void answersASmallBody_thatNeverComes() {
    service.close();
    service = new TestService();
    RawHttp http = connect();
    assertThat(http.ask(post("{", 2)).status()).isEqualTo(408);
    await().untilAsserted(() -> assertThat(service.budget.held()).isZero());
  }

  @Test
  void keepsLittleOfALargeFile_forEachClientThatDoesNotReadIt() {
    URI base = service.base();
    RawHttp.Response whole = RawHttp.exchange(base, RawHttp.get(LARGE_FILE));
    assertThat(whole.body().length()).isGreaterThan(1_000_000);
    long before = PlatformDependent.usedDirectMemory();
    int clients = 20;
    for (int i = 0; i < clients; i++) {
      askForTheLargeFile();
    }
    await().until(() -> service.budget.held() > clients * 16_384L);
    assertThat(service.budget.held()).isLessThanOrEqualTo(BUDGET);
    assertThat(PlatformDependent.usedDirectMemory() - before).isLessThan(16 * 1024 * 1024);
    assertThat(record().status()).isEqualTo(201);
    assertAllIsGivenBack();
  }

  /** Often enough that the buffers between do not take all of the answers. */
  private void askForTheLargeFile() {
    RawHttp http = connect();
    for (int i = 0; i < 20; i++) {
      http.send(RawHttp.get(LARGE_FILE));
    }
  }

  @Test
  void refusesLargeAnswers_whenTooManyAreNotTaken() {
    for (int i = 0; i < 40; i++) {
      askForTheLargeFile();
    }
    await().until(() -> refused("answer") > 0);
    assertThat(service.budget.held()).isLessThanOrEqualTo(BUDGET);
    assertThat(record().status()).isEqualTo(201);
  }
}

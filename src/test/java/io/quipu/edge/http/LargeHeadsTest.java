package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.names.CounterName;
import io.vertx.core.buffer.Buffer;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What a service holds for heads that are larger than those of nearly all requests. */
class LargeHeadsTest extends BudgetTest {
  private static final String COUNTER = "/v1/counters/default/a";

  private static StringBuilder head(String path, int headers, int bytes) {
    StringBuilder head = new StringBuilder("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n");
    for (int i = 0; i < headers; i++) {
      head.append("X-").append(i).append(": ").append("v".repeat(bytes)).append("\r\n");
    }
    return head;
  }

  private static Buffer whole(StringBuilder head) {
    return Buffer.buffer(head.append("\r\n").toString());
  }

  private void assertServes() {
    RawHttp.Response answer = RawHttp.exchange(service.base(), whole(head("/livez", 20, 60)));
    assertThat(answer.status()).isEqualTo(200);
  }

  @Test
  void isBounded_howeverManyHeadsDoNotEnd() {
    for (int i = 0; i < 60; i++) {
      connect().send(Buffer.buffer(head("/livez", 90, 100).toString()));
    }
    await().until(() -> service.budget.held() > BUDGET / 2 - 64_000);
    assertThat(service.budget.held()).isLessThanOrEqualTo(BUDGET / 2);
    RawHttp late = connect();
    assertThat(late.ask(Buffer.buffer(head("/livez", 90, 100).toString())).status()).isEqualTo(503);
    assertThat(late.isClosedByServer()).isTrue();
    assertServes();
    assertAllIsGivenBack();
  }

  @Test
  void isBounded_howeverManyLinesDoNotEnd() {
    for (int i = 0; i < 60; i++) {
      connect().send(Buffer.buffer("GET /" + "a".repeat(15_000)));
    }
    await().until(() -> service.budget.held() > BUDGET / 2 - 64_000);
    assertThat(service.budget.held()).isLessThanOrEqualTo(BUDGET / 2);
    assertAllIsGivenBack();
  }

  @Test
  void isHeld_untilTheRequestIsAnswered() {
    CompletableFuture<Answer> count = new CompletableFuture<>();
    service.onCount = counter -> count;
    RawHttp http = connect();
    http.send(whole(head(COUNTER, 90, 100)));
    await().until(() -> service.budget.held() > 20_000);
    count.complete(service.count(new CounterName("default", "a")));
    assertThat(http.receive().status()).isEqualTo(200);
    assertThat(service.budget.held()).isZero();
  }

  @Test
  void ofManyThatWait_someAreRefused() {
    service.onCount = counter -> new CompletableFuture<>();
    for (int i = 0; i < 60; i++) {
      connect().send(whole(head(COUNTER, 90, 100)));
    }
    await().until(() -> refused("large_body") > 0);
    assertThat(service.budget.held()).isBetween(BUDGET / 2 - 64_000, BUDGET / 2);
    assertAllIsGivenBack();
  }

  @Test
  void takesNothing_whereHeadsAreAsUsual() {
    service.onCount = counter -> new CompletableFuture<>();
    RawHttp http = connect();
    http.send(Buffer.buffer(head(COUNTER, 20, 60).toString()));
    http.send(Buffer.buffer("\r\n"));
    RawHttp next = connect();
    assertThat(next.ask(whole(head("/livez", 20, 60))).status()).isEqualTo(200);
    assertThat(service.budget.held()).isZero();
  }

  @Test
  void takesNothing_forTheNextHead_howeverLargeTheOneBeforeWas() {
    RawHttp http = connect();
    assertThat(http.ask(whole(head("/livez", 90, 100))).status()).isEqualTo(200);
    http.send(Buffer.buffer("GET /livez HTTP/1.1\r"));
    for (int i = 0; i < 20; i++) {
      assertServes();
      assertThat(service.budget.held()).isZero();
    }
    assertThat(http.ask(Buffer.buffer("\nHost: localhost\r\n\r\n")).status()).isEqualTo(200);
  }

  @Test
  void hasABoundedNumberOfHeaders() {
    RawHttp.Response answer = RawHttp.exchange(service.base(), whole(head("/livez", 100, 1)));
    assertThat(answer.status()).isEqualTo(431);
    assertThat(answer.text()).contains("100");
    assertThat(RawHttp.exchange(service.base(), whole(head("/livez", 99, 1))).status())
        .isEqualTo(200);
  }
}

package io.quipu.lab.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultyProxyTest {
  private final AtomicInteger acted = new AtomicInteger();
  private HttpServer server;
  private FaultyProxy proxy;
  private Http client;

  @BeforeEach
  void start() throws IOException {
    InetSocketAddress free = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    server = HttpServer.create(free, 0);
    server.createContext(
        "/",
        exchange -> {
          acted.incrementAndGet();
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
    proxy = new FaultyProxy(free, server.getAddress());
    client = Http.at(proxy.address());
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    server.stop(0);
  }

  @Test
  void letsAnswersPass_beforeAndAfterAFault() {
    assertThat(post()).isEqualTo(200);
    proxy.begin(FaultyProxy.Fault.CUT, 1);
    proxy.end();
    assertThat(post()).isEqualTo(200);
  }

  @Test
  void letsTheServerAct_whenTheConnectionIsCut() {
    proxy.begin(FaultyProxy.Fault.CUT, 1);

    assertThatThrownBy(this::post).isInstanceOf(UncheckedIOException.class);
    assertThat(acted).hasValue(1);
  }

  @Test
  void letsTheServerAct_andClosesTheSilentConnection_whenAnswersAreSwallowed() {
    CompletableFuture<Integer> answer = awaited(FaultyProxy.Fault.SWALLOW);

    proxy.end();

    assertThatThrownBy(answer::join).hasCauseInstanceOf(UncheckedIOException.class);
  }

  @Test
  void deliversTheAnswerAfterwards_whenItIsHeldBack() {
    CompletableFuture<Integer> answer = awaited(FaultyProxy.Fault.HOLD);

    proxy.end();

    assertThat(answer.join()).isEqualTo(200);
  }

  private CompletableFuture<Integer> awaited(FaultyProxy.Fault fault) {
    proxy.begin(fault, 1);
    CompletableFuture<Integer> answer = CompletableFuture.supplyAsync(this::post);
    await().until(() -> acted.get() == 1);
    await().during(Duration.ofMillis(200)).until(() -> !answer.isDone());
    return answer;
  }

  private int post() {
    return client.post("/", "text/plain", "").status();
  }
}

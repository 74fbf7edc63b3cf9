package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Health and metrics at a port of their own. */
@EndToEnd
class ManagementPortIT {
  private static final int CONNECTIONS = 3;
  private static RunningQuipu quipu;

  @BeforeAll
  static void start(SharedQuipu shared) {
    quipu =
        shared.another(
            Map.of(
                "QUIPU_MANAGEMENT_PORT", "0",
                "QUIPU_HTTP_CONNECTIONS", Integer.toString(CONNECTIONS),
                "QUIPU_HTTP_CONNECTIONS_PER_ADDRESS", Integer.toString(CONNECTIONS)));
  }

  @AfterAll
  static void stop() {
    quipu.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/livez", "/readyz", "/metrics"})
  void hasWhatThePublicPortHasNot(String path) {
    assertThat(management().get(path).status()).isEqualTo(200);
    assertThat(quipu.api(0).get(path).status()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/docs", "/v1/counters/default/a", "/v1/namespaces"})
  void hasNothingElse(String path) {
    assertThat(management().get(path).status()).isEqualTo(404);
  }

  @Test
  void answers_whenThereIsNoRoomForOneMoreClient() throws Exception {
    URI open = quipu.uri(0);
    Socket[] clients = new Socket[CONNECTIONS];
    try {
      for (int i = 0; i < CONNECTIONS; i++) {
        clients[i] = new Socket(open.getHost(), open.getPort());
      }
      await("all connections of the API").until(this::isRefused);
      assertThat(management().get("/readyz").status()).isEqualTo(200);
      assertThat(management().get("/metrics").text())
          .containsPattern("quipu_http_connections_refused_total\\{.*port=\"public\"} [1-9]");
    } finally {
      for (Socket client : clients) {
        if (client != null) {
          client.close();
        }
      }
    }
  }

  /** A connection too many is closed at once. */
  private boolean isRefused() {
    try (Socket one = new Socket(quipu.uri(0).getHost(), quipu.uri(0).getPort())) {
      one.setSoTimeout(100);
      return one.getInputStream().read() < 0;
    } catch (IOException e) {
      return !(e instanceof SocketTimeoutException);
    }
  }

  @Test
  void isThereWithoutAnApi(SharedQuipu shared) {
    try (RunningQuipu settling =
        shared.another(Map.of("QUIPU_MANAGEMENT_PORT", "0", "QUIPU_ROLES", "checkpoint"))) {
      new Api(settling.managementUri(0)).get("/readyz").expect(200);
    }
  }

  private static Api management() {
    return new Api(quipu.managementUri(0));
  }
}

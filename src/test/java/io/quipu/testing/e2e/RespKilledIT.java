package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.FreePort;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An instance ends under pipelines of Redis clients, in order or not. */
@Thorough
@EndToEnd
class RespKilledIT {
  @ParameterizedTest
  @CsvSource({
    "linear, INCR, true",
    "linear, INCR, false",
    "event, QUIPU.ADD, true",
    "event, QUIPU.ADD, false"
  })
  void countsWhatWasAcknowledged_andNoMoreThanWasSent(
      String kind, String command, boolean killed, TestCassandra cassandra) throws IOException {
    String keyspace = cassandra.freshKeyspace();
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), FreePort.on("127.0.0.1"));
    Map<String, String> environment = RunningQuipu.environment(cassandra.contactPoint(), keyspace);
    environment.putAll(ShutdownIT.SHORT_LEASE);
    environment.put("QUIPU_RESP_PORT", Integer.toString(address.getPort()));
    environment.put("QUIPU_RESP_DATABASES", "0=stock");
    RespLoad load = new RespLoad(command, "ended", "0");
    try (RunningQuipu other =
            RunningQuipu.start(1, cassandra.contactPoint(), keyspace, ShutdownIT.SHORT_LEASE);
        SeparateQuipu quipu = SeparateQuipu.start(environment)) {
      quipu.awaitReady().createNamespace("stock", "{\"kind\": \"" + kind + "\"}");
      try (Clients clients =
          Clients.start(RespLoad.CLIENTS, i -> over -> load.run(address, over))) {
        await().until(() -> load.acknowledged() > 5_000);
        if (killed) {
          quipu.kill();
        } else {
          quipu.terminate();
          assertThat(quipu.exitCode()).as(quipu.output()).isZero();
        }
        clients.end();
      }
      load.assertHolds(other.api(0).count("stock", "ended"));
    }
  }
}

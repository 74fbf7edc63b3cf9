package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.FreePort;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An instance ends under pipelines of Redis clients, in order or not. */
@Thorough
@EndToEnd
class RespKilledIT {
  private static final int CLIENTS = 4;
  private static final Map<String, String> SHORT_LEASE =
      Map.of("QUIPU_LEASE", "2s", "QUIPU_HEARTBEAT", "200ms", "QUIPU_CHECKPOINT_PERIOD", "200ms");

  @ParameterizedTest
  @CsvSource({
    "linear, INCR, true",
    "linear, INCR, false",
    "event, QUIPU.ADD, true",
    "event, QUIPU.ADD, false"
  })
  void countsWhatWasAcknowledged_andNoMoreThanWasSent(
      String kind, String command, boolean killed, TestCassandra cassandra) throws Exception {
    String keyspace = cassandra.freshKeyspace();
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), FreePort.on("127.0.0.1"));
    Map<String, String> environment = RunningQuipu.environment(cassandra.contactPoint(), keyspace);
    environment.putAll(SHORT_LEASE);
    environment.put("QUIPU_RESP_PORT", Integer.toString(address.getPort()));
    environment.put("QUIPU_RESP_DATABASES", "0=stock");
    try (RunningQuipu other =
            RunningQuipu.start(1, cassandra.contactPoint(), keyspace, SHORT_LEASE);
        SeparateQuipu quipu = SeparateQuipu.start(environment)) {
      quipu.awaitReady().createNamespace("stock", "{\"kind\": \"" + kind + "\"}");
      RespLoad load = new RespLoad("ended", "0");
      AtomicBoolean over = new AtomicBoolean();
      ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
      try {
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
          running.add(
              threads.submit(() -> load.run(address, new String[] {command, ""}, over::get)));
        }
        await().until(() -> load.acknowledged() > 5_000);
        if (killed) {
          quipu.kill();
        } else {
          quipu.terminate();
        }
        int code = quipu.exitCode();
        over.set(true);
        for (Future<?> each : running) {
          each.get();
        }
        assertThat(killed || code == 0).as(quipu.output()).isTrue();
      } finally {
        threads.shutdownNow();
      }
      long count = other.api(0).count("stock", "ended").count();
      assertThat(count).isBetween(load.acknowledged(), load.sent());
    }
  }
}

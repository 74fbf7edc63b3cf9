package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.TestCassandra;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Connections end in the middle of pipelines: nothing acknowledged is lost, nothing made up. */
@EndToEnd
class RespFaultsIT {
  private static final int CLIENTS = 4;

  @ParameterizedTest
  @CsvSource({"linear, INCR", "event, QUIPU.ADD"})
  void countsWhatWasAcknowledged_andNoMoreThanWasSent(
      String kind, String command, TestCassandra cassandra) throws Exception {
    try (RunningQuipu quipu =
        RunningQuipu.start(
            1, cassandra, Map.of("QUIPU_RESP_PORT", "0", "QUIPU_RESP_DATABASES", "0=stock"))) {
      quipu.api(0).createNamespace("stock", "{\"kind\": \"" + kind + "\"}");
      RespLoad load = new RespLoad("killed");
      AtomicBoolean over = new AtomicBoolean();
      ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
      try {
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
          running.add(
              threads.submit(
                  () -> load.run(quipu.respAddress(0), new String[] {command, ""}, over::get)));
        }
        await().until(() -> load.acknowledged() > 5_000 && load.cut() > 5);
        over.set(true);
        for (Future<?> each : running) {
          each.get();
        }
      } finally {
        threads.shutdownNow();
      }
      long count = quipu.api(0).count("stock", "killed").count();
      assertThat(count).isBetween(load.acknowledged(), load.sent());
    }
  }
}

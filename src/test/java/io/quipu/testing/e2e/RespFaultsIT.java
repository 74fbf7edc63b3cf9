package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
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
  @CsvSource({"redis, 0, INCR", "default, 1, QUIPU.ADD"})
  void countsWhatWasAcknowledged_andNoMoreThanWasSent(
      String namespace, String database, String command, SharedQuipu shared) throws Exception {
    RespLoad load = new RespLoad("killed", database);
    AtomicBoolean over = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        running.add(
            threads.submit(
                () ->
                    load.run(shared.open().respAddress(0), new String[] {command, ""}, over::get)));
      }
      await().until(() -> load.acknowledged() > 5_000 && load.cut() > 5);
      over.set(true);
      for (Future<?> each : running) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
    long count = shared.open().api(0).count(namespace, "killed").count();
    assertThat(count).isBetween(load.acknowledged(), load.sent());
  }
}

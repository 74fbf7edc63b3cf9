package io.quipu.testing.e2e;

import static org.awaitility.Awaitility.await;

import java.net.InetSocketAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Connections end in the middle of pipelines: nothing acknowledged is lost, nothing made up. */
@EndToEnd
class RespFaultsIT {
  @ParameterizedTest
  @CsvSource({"redis, 0, INCR", "default, 1, QUIPU.ADD"})
  void countsWhatWasAcknowledged_andNoMoreThanWasSent(
      String namespace, String database, String command, SharedQuipu shared) {
    RespLoad load = new RespLoad(command, "killed", database);
    InetSocketAddress address = shared.open().respAddress(0);
    try (Clients clients = Clients.start(RespLoad.CLIENTS, i -> over -> load.run(address, over))) {
      await().until(() -> load.acknowledged() > 5_000 && load.cut() > 5);
      clients.end();
    }
    load.assertHolds(shared.open().api(0).count(namespace, "killed"));
  }
}

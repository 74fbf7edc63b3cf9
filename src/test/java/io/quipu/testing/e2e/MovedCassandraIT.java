package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.CassandraOptions;
import io.quipu.testing.dev.CassandraProcess;
import io.quipu.testing.dev.FreePort;
import io.quipu.testing.dev.Thorough;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The only node comes back with its data under another address, as a pod does. */
@Thorough
class MovedCassandraIT {
  private static final String NAME = "cassandra.test";

  @TempDir Path folder;

  @Test
  void goesOn_whenTheNameOfTheNodeLeadsElsewhere() throws IOException {
    int port = FreePort.on("127.0.0.1");
    Path hosts = folder.resolve("hosts");
    CassandraOptions options = CassandraOptions.named("moved").withHeap(512).compiledQuickly();
    Files.writeString(hosts, "127.0.0.1 localhost " + NAME + "\n");
    try (CassandraProcess before = start(options.fromEmpty(), "127.0.0.1", port);
        SeparateQuipu quipu = SeparateQuipu.start(variables(port, hosts))) {
      Api api = quipu.awaitReady();
      api.record("default", "moved", "").expect(201);
      before.close();
      await().until(() -> api.get("/readyz").status() == 503);

      Files.writeString(hosts, "127.0.0.1 localhost\n127.0.0.7 " + NAME + "\n");
      try (CassandraProcess after = start(options, "127.0.0.7", port)) {
        assertThat(after.isRunning()).isTrue();
        await().until(() -> api.get("/readyz").status() == 200);
        api.record("default", "moved", "").expect(201);
        assertThat(api.count("default", "moved").events()).isEqualTo(2);
      }
    }
  }

  private static CassandraProcess start(CassandraOptions options, String address, int port) {
    return CassandraProcess.start(options.at(new CassandraOptions.Node(address, port, 0)));
  }

  private static Map<String, String> variables(int port, Path hosts) {
    Map<String, String> variables =
        new HashMap<>(
            RunningQuipu.environment(InetSocketAddress.createUnresolved(NAME, port), "moved"));
    variables.put(
        "JDK_JAVA_OPTIONS", "-Djdk.net.hosts.file=" + hosts + " -Dsun.net.inetaddr.ttl=1");
    return variables;
  }
}

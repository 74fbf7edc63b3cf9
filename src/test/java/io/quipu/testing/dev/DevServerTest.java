package io.quipu.testing.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DevServerTest {

  @Test
  void saysInOneLineWhatToDo_whenThePortIsTaken() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Process launcher = launch(Integer.toString(taken.getLocalPort()));

      assertThat(launcher.inputReader().lines())
          .containsExactly(
              "ERROR: Port %d on 127.0.0.1 is taken by another process; stop it, or set %s to another port"
                  .formatted(taken.getLocalPort(), DevServer.PORT_VARIABLE));
      assertThat(launcher.waitFor()).isEqualTo(1);
    }
  }

  @Test
  void saysInOneLineWhatIsAllowed_whenThePortIsNone() throws Exception {
    Process launcher = launch("cassandra");

    assertThat(launcher.inputReader().lines())
        .containsExactly(
            "ERROR: QUIPU_DEV_CASSANDRA_PORT is \"cassandra\": it takes a port, or 0 for any free one");
    assertThat(launcher.waitFor()).isEqualTo(1);
  }

  private static Process launch(String port) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dbasedir=" + BuildDirectory.resolve("..").normalize(),
                "-cp",
                BuildDirectory.resolve("test-classes").toString(),
                DevServer.class.getName())
            .redirectErrorStream(true);
    builder.environment().put(DevServer.PORT_VARIABLE, port);
    return builder.start();
  }
}

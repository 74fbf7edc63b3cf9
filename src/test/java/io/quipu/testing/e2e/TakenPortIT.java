package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.TestCassandra;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An instance that cannot listen says where, and which variable has the port. */
@EndToEnd
class TakenPortIT {

  @ParameterizedTest
  @ValueSource(strings = {"QUIPU_HTTP_PORT", "QUIPU_MANAGEMENT_PORT", "QUIPU_RESP_PORT"})
  void endsWithTheNameOfTheVariable(String variable, TestCassandra cassandra) throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Map<String, String> environment =
          RunningQuipu.environment(cassandra.contactPoint(), cassandra.keyspace());
      environment.put(variable, Integer.toString(taken.getLocalPort()));
      try (SeparateQuipu quipu = SeparateQuipu.start(environment)) {
        assertThat(quipu.exitCode()).isEqualTo(1);
        assertThat(quipu.output())
            .contains(
                "Quipu could not start: "
                    + variable
                    + "="
                    + taken.getLocalPort()
                    + " cannot be listened on at 127.0.0.1: ");
      }
    }
  }
}

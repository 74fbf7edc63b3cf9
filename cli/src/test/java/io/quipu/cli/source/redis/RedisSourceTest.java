package io.quipu.cli.source.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.cli.source.Found;
import io.quipu.cli.source.Login;
import io.quipu.cli.source.SkipReason;
import io.quipu.cli.source.SourceAddress;
import io.quipu.cli.source.SourceFailure;
import io.quipu.edge.resp.RespSocket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The answers of a Redis that has one key, and refuses the command for its value. */
class RedisSourceTest {
  private ServerSocket server;
  private Thread serving;
  private volatile String type;
  private volatile String refusal;
  private Duration timeout = Duration.ofSeconds(60);

  @BeforeEach
  void start() throws IOException {
    server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    serving = new Thread(this::serve);
    serving.start();
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
    serving.join();
  }

  @ParameterizedTest
  @ValueSource(strings = {"string", "hash"})
  void aKeyThatGotAnotherTypeMeanwhileIsSkipped(String type) {
    assertThat(found(type, "WRONGTYPE Operation against a key holding the wrong kind of value"))
        .containsExactly(new Found.Skipped("key", SkipReason.OTHER_TYPE));
  }

  /** Otherwise counters would be missing from an import that ends well. */
  @ParameterizedTest
  @ValueSource(strings = {"string", "hash"})
  void aCommandThatIsRefusedEndsTheImport(String type) {
    assertThatThrownBy(() -> found(type, "NOPERM User me has no permissions to run it"))
        .isInstanceOf(SourceFailure.class)
        .hasMessageEndingWith(" refuses: NOPERM User me has no permissions to run it");
  }

  /** The largest that {@code --timeout} takes, which is more milliseconds than an int has. */
  @Test
  void aTimeoutOfManyYearsIsNoError() {
    timeout = Duration.ofSeconds(Integer.MAX_VALUE);
    assertThat(found("none", "")).isEmpty();
  }

  private List<Found> found(String type, String refusal) {
    this.type = type;
    this.refusal = refusal;
    SourceAddress address = SourceAddress.parse("redis://127.0.0.1:" + server.getLocalPort());
    List<Found> found = new ArrayList<>();
    try (RedisSource source =
        RedisSource.open(address, new Login(null, null), null, null, FieldNames.PATH, timeout)) {
      for (Optional<List<Found>> next = source.next(); next.isPresent(); next = source.next()) {
        found.addAll(next.get());
      }
    }
    return found;
  }

  private void serve() {
    try (Socket accepted = server.accept();
        RespSocket connection = new RespSocket(accepted)) {
      while (true) {
        String command = connection.reply();
        connection.send((answer(command) + "\r\n").getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException end) {
      // The source, or the test, has closed it.
    }
  }

  private String answer(String command) {
    return switch (command.substring(1).split("[,\\]]", 2)[0]) {
      case "ping", "select" -> "+OK";
      case "scan" -> "*2\r\n$1\r\n0\r\n*1\r\n$3\r\nkey";
      case "type" -> "+" + type;
      case "getrange", "hscan" -> "-" + refusal;
      default -> "-ERR unknown command " + command;
    };
  }
}

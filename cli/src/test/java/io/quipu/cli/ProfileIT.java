package io.quipu.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.quipu.testing.dev.Programs;
import io.quipu.testing.dev.Thorough;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The profiles of the command line, in processes with an environment of their own. */
@Thorough
class ProfileIT {
  private static final String KEY = "qk_first_0123456789abcdefghijklmnopqrstuvwxyz-_AB";

  @TempDir private Path folder;
  private final List<String> shown = new CopyOnWriteArrayList<>();
  private HttpServer server;
  private String url;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    url = "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    shown.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
    byte[] body = "{\"counter\":\"a\",\"count\":7}".getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Test
  void aProfileHasAddressAndKey_whichNoArgumentShows() throws Exception {
    assertThat(run(KEY + "\n", Map.of(), "profile", "set", "prod", "--url=" + url))
        .endsWith("exit 0");
    assertThat(run("", Map.of(), "get", "a", "--profile=prod")).isEqualTo("7\nexit 0");
    assertThat(
            run("", Map.of("QUIPU_PROFILE", "prod", "QUIPU_URL", "http://127.0.0.1:1"), "get", "a"))
        .isEqualTo("7\nexit 0");
    assertThat(shown).containsExactly("Bearer " + KEY, "Bearer " + KEY);
    assertThat(run("", Map.of(), "profile"))
        .containsPattern("prod +" + url + " +set")
        .doesNotContain(KEY);
    assertThat(run("", Map.of(), "get", "a", "--profile=prd")).contains("Did you mean prod?");
    run("", Map.of(), "profile", "delete", "prod");
    assertThat(run("", Map.of(), "get", "a", "--profile=prod"))
        .contains("there is no profile prod")
        .endsWith("exit 2");
  }

  @Test
  void optionsWin_butNoKeyIsShownElsewhere() throws Exception {
    run(KEY, Map.of(), "profile", "set", "prod", "--url=http://127.0.0.1:1");
    assertThat(run("", Map.of(), "get", "a", "--profile=prod", "--url=" + url))
        .contains("whose key would be shown there")
        .endsWith("exit 2");
    Path other = Files.writeString(folder.resolve("other"), "another");
    assertThat(
            run("", Map.of(), "get", "a", "--profile=prod", "--url=" + url, "--key-file=" + other))
        .isEqualTo("7\nexit 0");
    run("", Map.of(), "profile", "set", "open", "--url=" + url);
    assertThat(run("", Map.of("QUIPU_KEY", KEY), "get", "a", "--profile=open"))
        .isEqualTo("7\nexit 0");
    assertThat(shown).containsExactly("Bearer another", "null");
  }

  @Test
  void aFileThatOthersMaySeeIsRefusedInWords() throws Exception {
    run(KEY, Map.of(), "profile", "set", "prod", "--url=" + url);
    Path file = folder.resolve("quipu/profiles.json");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(run("", Map.of(), "get", "a", "--profile=prod"))
        .contains("others may see its keys: chmod 600 " + file)
        .endsWith("exit 2");
    assertThat(shown).isEmpty();
  }

  /** The output of a command and its exit code. */
  private String run(String input, Map<String, String> variables, String... arguments)
      throws Exception {
    Map<String, String> all = new HashMap<>(variables);
    all.put("XDG_CONFIG_HOME", folder.toString());
    Programs.Run run =
        Programs.run(CommandProcess.of(all, arguments).redirectErrorStream(true), input);
    return run.output() + "exit " + run.exitCode();
  }
}

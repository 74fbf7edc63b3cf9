package io.quipu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandsTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          frobnicate                            | frobnicate
          --port=1                              | --port
          strategies --frobnicate               | --frobnicate
          strategies more                       | more
          strategies --seconds=x                | --seconds
          strategies --seconds=0                | --seconds=0
          strategies --clients=1001             | --clients=1001
          strategies --counters=0               | --counters=0
          strategies --increments=9             | --increments=9
          strategies --percent=51               | --percent=51
          strategies --events=10,0              | --events=0
          strategies --events=10,many           | --events
          strategies --only=count-star,guessing | --only=guessing
          strategies --html=/                   | --html=/
          strategies --html=/none/such/page     | --html=/none/such/page
          strategies --html                     | --html
          strategies --contact-points=:1:       | --contact-points=:1:
          strategies --local-dc=a'b             | --local-dc
          strategies --replication=0            | --replication=0
          strategies --username=me              | --password
          strategies --password-file=/none      | --password-file=/none
          strategies --keep=perhaps             | --keep
          serve --port=1                        | --port
          add                                   | COUNTER
          add a --delta=x                       | --delta
          watch                                 | COUNTER
          watch a --until=x                     | --until
          get                                   | COUNTER
          get a --url=localhost:8080            | --url
          get a --url=http://localhost:8080?a=1 | --url
          get a --key-file=/none                | --key-file=/none
          get a --timeout=0                     | --timeout=0
          top more                              | more
          top --limit=x                         | --limit
          namespaces put                        | NAME
          namespaces put votes {                | JSON
          keys create                           | SCOPE
          keys create read:* --rate=x           | --rate
          recount                               | COUNTER
          import                                | FILE
          import counts.txt                     | --format
          import redis://localhost/0            | --run
          import redis://localhost/x --run=a    | ADDRESS
          import redis://a:b@localhost --run=a  | --password-file
          import redis://a@localhost --run=a    | --password-file
          import cassandra://localhost --run=a  | ADDRESS
          import cassandra://h/a/b --run=a --match=x | --match
          import redis://h --run=a --ca=/none   | --ca=/none
          import http://localhost --run=a       | ADDRESS
          import a.csv --check --dry-run        | --check
          export --format=xml                   | --format
          bench --rate=-1                       | --rate=-1
          bench --connections=0                 | --connections=0
          bench --batch=10001                   | --batch=10001
          """)
  void badArgumentsAreOneLineThatNamesThem(String line, String named) {
    assertThat(run(line.split(" ", -1))).isEqualTo(2);
    assertThat(text(err).lines()).hasSize(1);
    assertThat(text(err)).contains(named).doesNotContain("QUIPU_", "Exception");
    assertThat(text(out)).isEmpty();
  }

  @Test
  void aClusterThatIsNotThereIsOneLineThatNamesTheOption() {
    assertThat(run("strategies", "--contact-points=quipu.invalid:9042")).isEqualTo(1);
    assertThat(text(err).lines()).hasSize(1);
    assertThat(text(err)).contains("--contact-points", "quipu.invalid:9042");
  }

  @Test
  void aServiceThatIsNotThereIsOneLineThatNamesTheOption() {
    assertThat(run("get", "a", "--url=http://127.0.0.1:1")).isEqualTo(1);
    assertThat(text(err).lines()).hasSize(1);
    assertThat(text(err)).contains("--url", "http://127.0.0.1:1");
  }

  @Test
  void everyCommandHasHelp() {
    for (String command :
        List.of(
            "serve",
            "add",
            "watch",
            "import",
            "export",
            "get",
            "top",
            "windows",
            "namespaces",
            "keys",
            "recount",
            "bench",
            "schema")) {
      assertThat(run(command, "--help")).as(command).isZero();
      assertThat(text(out)).contains("Usage: quipu " + command);
    }
  }

  @Test
  void shellsCanComplete() {
    assertThat(run("generate-completion")).isZero();
    assertThat(text(out)).contains("complete -F", "namespaces", "--granularity");
  }

  @Test
  void helpNamesEveryWayToCount() {
    assertThat(run("strategies", "--help")).isZero();
    assertThat(text(out)).contains("--contact-points", "count-star", "quipu-unique", "--html");
    assertThat(run("--help")).isZero();
    assertThat(text(out)).contains("Without a command, and with serve: the service", "strategies");
    assertThat(text(err)).isEmpty();
  }

  @Test
  void theVersionIsTold() {
    assertThat(run("--version")).isZero();
    assertThat(text(out)).startsWith("quipu ");
    assertThat(run("strategies", "--version")).isZero();
    assertThat(text(out).lines()).hasSize(2);
  }

  private int run(String... arguments) {
    return Commands.run(stream(out), stream(err), arguments);
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}

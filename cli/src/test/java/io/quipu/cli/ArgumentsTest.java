package io.quipu.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Command;

class ArgumentsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          frobnicate                            | frobnicate
          --port=1                              | --port
          add                                   | COUNTER
          add a --delta=x                       | --delta
          watch                                 | COUNTER
          watch a --until=x                     | --until
          watch a --prefix=b                    | --prefix
          watch --prefix=b --until=1            | --until
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
          keys create read:a --link             | --expires
          keys create read:* --link --expires=x | read:votes
          keys create read:a read:b --link --expires=x  | read:votes
          keys create admin:a --link --expires=x        | read:votes
          total a                               | --range
          query a b                             | b
          query --csv --json                    | --csv
          query --file=/none                    | --file=/none
          query a --file=-                      | --file=-
          query -n a --file=-                   | --file=-
          query a --where=b                     | --where=b is no pair such as country:CH
          query a --where=b:c,b:d               | --where=b is given twice
          query a --range=7d --from=-7d         | --range=7d
          report --day --week                   | --day
          report --slack --json                 | --slack
          report --counter=a --prefix=b         | --prefix
          report --tz=+02:00                    | --tz=+02:00
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
          import a.csv --column=pages=page      | --column
          import a.csv --separator=:            | --separator
          import a.csv --from-line=0            | --from-line
          import a.csv --tz=Europe/Zuerich      | Did you mean Europe/Zurich?
          import a.csv --tz=+02:00              | --tz=+02:00: it must be the name of a time zone
          import a.csv --run=                   | --run is empty
          import - --format=csv --run=          | --run is empty
          import redis://h --run=               | --run is empty
          add a --label=a=x --label=a=y         | --label=a is given twice
          add a --label=a                       | --label=a is no pair such as country=CH
          namespaces put a --keep=minute=1d,minute=2y | --keep=minute is given twice
          namespaces put a --keep=minute=1d --keep=minute=2y | --keep=minute is given twice
          namespaces put a --keep=minute        | --keep=minute is no pair such as minute=30d
          namespaces put a --note=2026-12-24    | --note=2026-12-24 is no pair such as 2026-12-24=closed
          import a.ndjson --column=counter=page | --column
          import - --format=csv                 | --run
          import redis://h --run=a --from-line=2 | --from-line
          export --format=xml                   | --format
          bench --rate=-1                       | --rate=-1
          bench --connections=0                 | --connections=0
          bench --batch=10001                   | --batch=10001
          sizing --events-per-second=0          | --events-per-second
          sizing --events-per-second=x          | --events-per-second
          sizing --events-per-second=1 --retain=x    | --retain
          sizing --events-per-second=1 --after=forever | --after
          sizing                                | --events-per-second
          """)
  void badArgumentsAreOneLineThatNamesThem(String line, String named) {
    CommandRun run = CommandRun.of(line.split(" ", -1));
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains(named).doesNotContain("QUIPU_", "Exception");
    assertThat(run.out()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          add a --delta=1.5                | 1.5       | such as 3 or -3
          add a --delta=9223372036854775808 | 9223372036854775808 | to 9223372036854775807
          add a --events=3000000000        | 3000000000 | to 2147483647
          add a --time=yesterday           | yesterday | such as 2026-01-01T12:00:00Z
          add a --time=2026-01-01          | 2026-01-01 | 2026-01-01T00:00:00Z
          add a --time=2016-12-30T23:59:60Z | 23:59:60Z | on the last day of a month
          add a --value=many               | many      | such as 3 or 3.5
          add a --actor=b --value=1        | --actor-version is missing | --actor-version=2
          add a --actor=b --actor-version=1 --value=1e99 | 1E+99 | to 10^15
          add a --value=1 --text=b         | --text=b  | give one of them
          get                              | COUNTER   | see quipu get --help
          get a --nonsense                 | --nonsense | see quipu get --help
          get a --all                      | --all     | --by=country
          get a --url=nowhere              | nowhere   | such as http://localhost:8080
          get a --key-file=/none           | /none     | no such file
          get a --timeout=0                | 0         | 1 or more seconds
          watch                            | COUNTER   | --prefix=TEXT
          watch a --prefix=b               | --prefix=b | give one of them
          namespaces put votes {           | {         | an object, such as
          profile set a --url=b            | --url=b   | such as http://localhost:8080
          """)
  void anErrorSaysWhatWasTyped_andWhatToType(String line, String typed, String advice) {
    CommandRun run = CommandRun.of(line.split(" ", -1));
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains(typed, advice);
  }

  @Test
  void aServiceThatIsNotThereIsOneLineThatNamesTheOption() {
    CommandRun run = CommandRun.of("get", "a", "--url=http://127.0.0.1:1");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains("--url", "http://127.0.0.1:1");
  }

  static Stream<String> commands() {
    return Stream.of(Main.class.getAnnotation(Command.class).subcommands())
        .map(command -> command.getAnnotation(Command.class).name());
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandHasHelp(String command) {
    assertThat(printed(command, "--help")).contains("Usage: quipu " + command);
  }

  /** As a full disk does: some bytes are written, and then none. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "--help",
        "import --help",
        "--version",
        "generate-completion",
        "sizing --events-per-second=10",
        "import FILE --dry-run",
      })
  void outputThatIsNotWrittenToItsEndIsAFailure(String line, @TempDir Path folder)
      throws IOException {
    Path file = folder.resolve("counts.csv");
    Files.writeString(file, "counter\n" + "a\n".repeat(9_999));
    String[] arguments = line.replace("FILE", file.toString()).split(" ", -1);
    CommandRun whole = CommandRun.of(arguments);
    assertThat(whole.exitCode()).as(whole.err()).isZero();
    int length = whole.out().getBytes(UTF_8).length;
    for (int room : new int[] {0, 1, length / 2, length - 1, length}) {
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      int code =
          Main.run(
              new PrintStream(disk(room), false, UTF_8),
              new PrintStream(err, true, UTF_8),
              arguments);
      assertThat(code).as("%s of %s bytes", room, length).isEqualTo(room < length ? 1 : 0);
      assertThat(err.toString(UTF_8).contains("Standard output")).isEqualTo(room < length);
    }
  }

  private static OutputStream disk(int bytes) {
    return new OutputStream() {
      private int room = bytes;

      @Override
      public void write(int one) throws IOException {
        if (room-- <= 0) {
          throw new IOException("No space left on device");
        }
      }
    };
  }

  @ParameterizedTest
  @CsvSource({
    "ad hello, add",
    "namespace, namespaces",
    "namespaces pt, put",
    "top --limt=4, --limit",
    "get a --namspace, --namespace"
  })
  void whatIsMistypedIsGuessed(String line, String meant) {
    CommandRun run = CommandRun.of(line.split(" ", -1));
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).endsWith(". Did you mean " + meant + "?\n");
  }

  @Test
  void shellsCanComplete() {
    assertThat(printed("generate-completion"))
        .contains("complete -F", "namespaces", "--granularity");
  }

  @Test
  void withoutArgumentsItPrintsItsHelp_andStartsNothing() {
    assertThat(printed())
        .startsWith("Usage: quipu ")
        .contains("watch", "namespaces", "java -jar quipu.jar --help")
        .isEqualTo(printed("--help"));
  }

  @Test
  void theVersionIsTold() {
    assertThat(printed("--version")).startsWith("quipu ");
    assertThat(printed("namespaces", "--version").lines()).hasSize(1);
  }

  /** Runs a command that succeeds, and complains of nothing. */
  private static String printed(String... arguments) {
    CommandRun run = CommandRun.of(arguments);
    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    return run.out();
  }
}

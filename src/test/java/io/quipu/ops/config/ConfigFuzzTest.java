package io.quipu.ops.config;

import static java.time.temporal.ChronoUnit.HOURS;
import static java.time.temporal.ChronoUnit.MILLIS;
import static java.time.temporal.ChronoUnit.MINUTES;
import static java.time.temporal.ChronoUnit.SECONDS;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.quipu.testing.fuzz.Finding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * Configuration: refused in one line that names a variable, and the same from wherever it comes.
 */
class ConfigFuzzTest {
  private static final String FILE = "QUIPU_CONFIG_FILE";
  private static final Map<String, ChronoUnit> UNITS =
      Map.of("ms", MILLIS, "s", SECONDS, "m", MINUTES, "h", HOURS);

  private Path file = Path.of("");

  @BeforeEach
  void createFile() throws IOException {
    file = Files.createTempFile("quipu", ".env");
  }

  @AfterEach
  void deleteFile() throws IOException {
    Files.delete(file);
  }

  /** Each line a variable and its value, whatever it holds. */
  @FuzzTest
  void variables(byte[] bytes) throws IOException {
    Map<String, String> environment = environment(new String(bytes, StandardCharsets.UTF_8));
    Files.writeString(
        file,
        environment.entrySet().stream()
            .map(each -> "export " + each.getKey() + " = '" + each.getValue() + "'")
            .collect(Collectors.joining("\n")));

    Object outcome = outcome(environment);
    Finding.unlessEqual(outcome(Map.of(FILE, file.toString())), outcome, "the same from a file");
  }

  /** A file as it is. */
  @FuzzTest
  void envFile(byte[] bytes) throws IOException {
    Files.write(file, bytes);
    outcome(Map.of(FILE, file.toString(), "QUIPU_HTTP_HOST", "127.0.0.1"));
  }

  @FuzzTest
  void duration(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    Duration least = Duration.ofMillis(50);
    Duration most = Duration.ofHours(1);
    Optional<Duration> ours = duration(text, least, most);

    Optional<Duration> reference =
        text.isBlank()
            ? Optional.of(least)
            : length(text.strip())
                .filter(length -> length.compareTo(least) >= 0 && length.compareTo(most) <= 0);
    Finding.unlessEqual(ours, reference, "a length of time");
    ours.ifPresent(
        length ->
            Finding.unlessEqual(
                duration(Durations.show(length), least, most), ours, "as it is shown"));
  }

  private static Optional<Duration> duration(String text, Duration least, Duration most) {
    return text.isBlank()
        ? Optional.of(least)
        : Durations.parse(text.strip(), Durations.show(least), Durations.show(most));
  }

  private static Optional<Duration> length(String text) {
    String digits =
        text.chars()
            .takeWhile(c -> c >= '0' && c <= '9')
            .limit(10)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
    ChronoUnit unit = UNITS.get(text.substring(digits.length()));
    return unit == null || digits.isEmpty() || digits.length() > 9
        ? Optional.empty()
        : Optional.of(Duration.of(Long.parseLong(digits), unit));
  }

  private static Map<String, String> environment(String text) {
    Map<String, String> environment = new HashMap<>();
    for (String line : List.of(text.split("\\R", -1))) {
      String[] parts = line.split("=", 2);
      if (parts.length == 2 && parts[0].matches("QUIPU_[A-Z_]*") && !parts[0].equals(FILE)) {
        environment.put(parts[0], parts[1]);
      }
    }
    return environment;
  }

  /** A configuration, or the line that says why there is none. */
  private static Object outcome(Map<String, String> environment) {
    try {
      return Config.from(environment);
    } catch (InvalidConfiguration refusal) {
      return checkLine(refusal);
    }
  }

  private static String checkLine(InvalidConfiguration refusal) {
    String line = String.valueOf(refusal.getMessage());
    Finding.unless(line.contains("QUIPU_"), "a variable is named");
    Finding.unless(line.codePoints().noneMatch(Character::isISOControl), "one line");
    return line;
  }
}

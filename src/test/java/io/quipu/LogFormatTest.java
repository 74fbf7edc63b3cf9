package io.quipu;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.LoggingEvent;
import io.quipu.config.Config;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class LogFormatTest {
  private static final Logger LOGGER = (Logger) LoggerFactory.getLogger(LogFormatTest.class);

  @Test
  void aLineOfJsonHasTheMessageAsItReads() {
    JsonObject line = json("Joined as writer {} after {}", 7, "a \"pause\"\n");

    assertThat(line.getString("message")).isEqualTo("Joined as writer 7 after a \"pause\"\n");
    assertThat(line.getString("level")).isEqualTo("WARN");
    assertThat(line.getString("loggerName")).isEqualTo(LogFormatTest.class.getName());
    assertThat(line.getLong("timestamp")).isPositive();
    assertThat(line.fieldNames()).doesNotContain("arguments", "formattedMessage", "context");
  }

  @Test
  void aLineOfJsonHasTheException() {
    JsonObject line = json("A part failed", new IllegalStateException("why"));
    assertThat(line.getJsonObject("throwable").getString("message")).isEqualTo("why");
  }

  @Test
  void fieldsAreThoseThatAreListed() throws Exception {
    String operations = Files.readString(Path.of("docs", "operations.md"));
    int logs = operations.indexOf("## Logs");
    List<String> listed =
        Pattern.compile("(?m)^\\| `([a-zA-Z]+)` \\|")
            .matcher(operations.substring(logs, operations.indexOf("### ", logs)))
            .results()
            .map(field -> field.group(1))
            .toList();
    JsonObject line = json("A part failed", new IllegalStateException("why"));
    assertThat(line.fieldNames()).containsExactlyInAnyOrderElementsOf(listed).hasSize(7);
    assertThat(line.getJsonObject("throwable").fieldNames())
        .contains("className", "message", "stepArray");
  }

  private static JsonObject json(String message, Object... arguments) {
    JsonLogEncoder encoder = new JsonLogEncoder();
    encoder.setContext(LOGGER.getLoggerContext());
    encoder.start();
    byte[] line =
        encoder.encode(
            new LoggingEvent(
                LogFormatTest.class.getName(), LOGGER, Level.WARN, message, null, arguments));
    return new JsonObject(new String(line, StandardCharsets.UTF_8));
  }

  @Test
  void whatIsNoLogLineIsWrittenAsOne() {
    assertThat(complaint(Config.Log.TEXT)).isEqualTo("a {} line" + System.lineSeparator());
    JsonObject json = new JsonObject(complaint(Config.Log.JSON));
    assertThat(json.getString("message")).isEqualTo("a {} line");
    assertThat(json.getString("level")).isEqualTo("ERROR");
  }

  private static String complaint(Config.Log format) {
    PrintStream before = System.err;
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
    try {
      new Console(format).complain("a {} line");
    } finally {
      System.setErr(before);
    }
    return written.toString(StandardCharsets.UTF_8);
  }

  @Test
  void theFormatIsKnown_whateverElseIsWrong(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("env"), "QUIPU_LOG_FORMAT=json\n");
    String name = file.toString();
    assertThat(Config.logFormat(Map.of())).isEqualTo(Config.Log.TEXT);
    assertThat(Config.logFormat(Map.of("QUIPU_LOG_FORMAT", "json", "QUIPU_HTTP_PORT", "x")))
        .isEqualTo(Config.Log.JSON);
    assertThat(Config.logFormat(Map.of("QUIPU_CONFIG_FILE", name))).isEqualTo(Config.Log.JSON);
    assertThat(
            Config.logFormat(Map.of("QUIPU_LOG_FORMAT", "json", "QUIPU_CONFIG_FILE", name + "x")))
        .isEqualTo(Config.Log.JSON);
    assertThat(Config.logFormat(Map.of("QUIPU_LOG_FORMAT", "xml"))).isEqualTo(Config.Log.TEXT);
  }
}

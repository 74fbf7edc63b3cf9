package io.quipu;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.quipu.ops.config.Config;
import io.quipu.ops.logging.JsonLogEncoder;
import io.quipu.service.access.Audit;
import io.quipu.service.auth.Caller;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.slf4j.event.KeyValuePair;

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
    LoggingEvent event = event("A part failed", new IllegalStateException("why"));
    event.addKeyValuePair(new KeyValuePair("part", 7));
    JsonObject line = json(event);
    assertThat(line.fieldNames())
        .containsExactlyInAnyOrderElementsOf(listedBelow("## Logs"))
        .hasSize(8);
    assertThat(line.getJsonObject("fields")).isEqualTo(new JsonObject().put("part", "7"));
    assertThat(line.getJsonObject("throwable").fieldNames())
        .contains("className", "message", "stepArray");
  }

  /** As the audit says it, whatever is in the values. */
  @Test
  void aLineOfTheAuditHasItsFields() throws Exception {
    Logger audit = (Logger) LoggerFactory.getLogger("quipu.audit");
    ListAppender<ILoggingEvent> said = new ListAppender<>();
    said.start();
    audit.setLevel(Level.INFO);
    audit.addAppender(said);
    try {
      Audit.denied(Caller.ANYONE, "request-7", 403, "This key may not \"record\" in\nvotes");
    } finally {
      audit.detachAppender(said);
      audit.setLevel(null);
    }

    JsonObject line = json(said.list.get(0));
    assertThat(line.getString("message")).isEqualTo("denied");
    assertThat(line.getString("loggerName")).isEqualTo("quipu.audit");
    assertThat(line.fieldNames()).isSubsetOf(listedBelow("## Logs"));
    JsonObject fields = line.getJsonObject("fields");
    assertThat(fields.getString("request")).isEqualTo("request-7");
    assertThat(fields.getString("status")).isEqualTo("403");
    assertThat(fields.getString("detail")).isEqualTo("This key may not \"record\" in\nvotes");
    assertThat(fields.fieldNames()).isSubsetOf(listedBelow("### The audit"));
  }

  @Test
  void fieldsOfTheAuditAreThoseThatAreListed() throws Exception {
    String source =
        Files.readString(Path.of("src/main/java/io/quipu/service/access/Audit.java"))
            + Files.readString(Path.of("src/main/java/io/quipu/edge/access/RequestAudit.java"));
    assertThat(matches("addKeyValue\\(\"([a-zA-Z]+)\"", source))
        .hasSizeGreaterThan(10)
        .isEqualTo(Set.copyOf(listedBelow("### The audit")));
  }

  /** Names before the colon of each entry of lists below a heading, up to the next one. */
  private static List<String> listedBelow(String heading) throws IOException {
    String operations = Files.readString(Path.of("docs", "operations.md"));
    assertThat(operations).contains(heading + "\n");
    String below =
        operations.substring(operations.indexOf(heading + "\n") + heading.length())
            .split("\n##", -1)[0];
    return matches("(?m)^- (`[^:]*):", below).stream()
        .flatMap(names -> matches("`([a-zA-Z]+)`", names).stream())
        .toList();
  }

  private static Set<String> matches(String pattern, String text) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map(match -> match.group(1))
        .collect(Collectors.toSet());
  }

  private static JsonObject json(String message, Object... arguments) {
    return json(event(message, arguments));
  }

  private static LoggingEvent event(String message, Object... arguments) {
    return new LoggingEvent(
        LogFormatTest.class.getName(), LOGGER, Level.WARN, message, null, arguments);
  }

  private static JsonObject json(ILoggingEvent event) {
    JsonLogEncoder encoder = new JsonLogEncoder();
    encoder.setContext(LOGGER.getLoggerContext());
    encoder.start();
    return new JsonObject(new String(encoder.encode(event), StandardCharsets.UTF_8));
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

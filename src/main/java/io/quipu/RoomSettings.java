package io.quipu;

import io.quipu.edge.guard.browser.Authority;
import io.quipu.edge.guard.browser.Origin;
import io.quipu.edge.guard.browser.Origins;
import io.quipu.edge.guard.browser.PublicHosts;
import io.quipu.edge.kafka.ConsumerProperties;
import io.quipu.edge.kafka.KafkaSettings;
import io.quipu.edge.kafka.mapping.TopicMappings;
import io.quipu.engine.keys.Credential;
import io.quipu.ops.config.Config;
import io.quipu.ops.config.InvalidConfiguration;
import io.quipu.ops.config.KafkaConfig;
import io.quipu.service.auth.ApiKey;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The settings that other packages parse from texts of the configuration, before the instance
 * starts.
 *
 * @param certificate of the ports with TLS; null without TLS
 * @param kafka null without the role kafka
 * @param bootstrap of the key that has every right and is in no table; null if none is configured
 */
record RoomSettings(
    @Nullable ServedCertificate certificate,
    Origins origins,
    @Nullable KafkaSettings kafka,
    @Nullable Credential bootstrap) {
  private static final String BOOTSTRAP = "QUIPU_BOOTSTRAP_KEY_FILE";

  /**
   * The maximum number of bytes that are read from the file: enough for a key with white space
   * around the key.
   */
  private static final int LONGEST_KEY = 2 * ApiKey.LONGEST;

  /**
   * Makes the settings.
   *
   * @throws InvalidConfiguration if a text is not allowed, a named file cannot be used, or an
   *     {@link OptionalJar} is missing
   */
  static RoomSettings of(Config config) {
    if (config.operations().traces() != null) {
      OptionalJar.OPEN_TELEMETRY.require("OTEL_EXPORTER_OTLP_ENDPOINT", "sending traces");
    }
    return new RoomSettings(
        ServedCertificate.of(config),
        origins(config.http()),
        config.kafka() == null ? null : kafka(config.kafka()),
        config.auth().bootstrap() == null ? null : bootstrap(config.auth().bootstrap()));
  }

  private static Origins origins(Config.HttpConfig http) {
    Set<Authority> hosts = list("QUIPU_PUBLIC_HOSTS", http.publicHosts(), Authority::parse);
    PublicHosts usual = http.isLocal() ? new PublicHosts.Loopback() : new PublicHosts.Any();
    return new Origins(
        hosts.isEmpty() ? usual : new PublicHosts.Listed(hosts),
        list("QUIPU_ALLOWED_ORIGINS", http.allowedOrigins(), Origin::parse));
  }

  /** Parses a list with commas. Only an empty text is an empty list; an invalid entry fails. */
  private static <T> Set<T> list(
      String variable, String given, Function<String, Optional<T>> parser) {
    Set<T> entries = new LinkedHashSet<>();
    for (String part : given.isEmpty() ? new String[0] : given.split(",", -1)) {
      entries.add(
          parser
              .apply(part.strip())
              .orElseThrow(() -> InvalidConfiguration.notAllowed(variable, given)));
    }
    return entries;
  }

  /** Makes Kafka's settings. Called with the role only, because the check loads Kafka's client. */
  private static KafkaSettings kafka(KafkaConfig config) {
    OptionalJar.KAFKA.require("QUIPU_ROLES", "the role kafka");
    KafkaSettings settings =
        new KafkaSettings(
            mappings(config.topics()),
            config.properties(),
            config.malformed(),
            (int) config.redelivery().toSeconds(),
            config.underWay());
    try {
      ConsumerProperties.check(settings);
    } catch (IllegalArgumentException e) {
      throw new InvalidConfiguration(
          "QUIPU_KAFKA_PROPERTIES: allowed are properties that Kafka's client takes: "
              + e.getMessage());
    }
    return settings;
  }

  private static TopicMappings mappings(String topics) {
    try {
      return TopicMappings.of(topics);
    } catch (IllegalArgumentException e) {
      throw InvalidConfiguration.of(
          "QUIPU_KAFKA_TOPICS",
          topics,
          "allowed are topic=namespace/counter, separated by semicolons; " + e.getMessage());
    }
  }

  private static Credential bootstrap(Path file) {
    String text;
    try (InputStream in = Files.newInputStream(file)) {
      text = new String(in.readNBytes(LONGEST_KEY), StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw InvalidConfiguration.notAllowed(BOOTSTRAP, "");
    }
    return ApiKey.parse(text.strip())
        .map(ApiKey::credential)
        .orElseThrow(
            () ->
                InvalidConfiguration.unshown(
                    BOOTSTRAP,
                    "the file must have one line, qk_<id>_<secret>: an id of 4 to 24 of a-z and"
                        + " 0-9, a secret of 32 to 64 of A-Z, a-z, 0-9, _ and -"));
  }
}

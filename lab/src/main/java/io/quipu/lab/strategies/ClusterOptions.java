package io.quipu.lab.strategies;

import io.quipu.ops.config.Config;
import io.quipu.ops.config.InvalidConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options for the cluster. If an option is not given, the variable of the service for the same
 * setting is used. Settings without an option, such as TLS, only have a variable.
 */
final class ClusterOptions {
  private static final String PREFIX = "QUIPU_CASSANDRA_";
  private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd_HHmmss");

  /** The variables that have an option, without the prefix. */
  private static final List<String> NAMES =
      List.of("CONTACT_POINTS", "LOCAL_DC", "USERNAME", "PASSWORD", "REPLICATION");

  @Option(
      names = "--contact-points",
      paramLabel = "HOST:PORT,...",
      description = "The first nodes to try (127.0.0.1:9042).")
  private @Nullable String contactPoints;

  @Option(
      names = "--local-dc",
      paramLabel = "NAME",
      description = "The data centre whose nodes are asked (datacenter1).")
  private @Nullable String localDatacenter;

  @Option(names = "--username", paramLabel = "NAME", description = "A user of Cassandra's own.")
  private @Nullable String username;

  @Option(
      names = "--password",
      paramLabel = "TEXT",
      description = "Its password, which other users of this machine can see here.")
  private @Nullable String password;

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description = "A file that has the password in its first line.")
  private @Nullable Path passwordFile;

  @Option(
      names = "--replication",
      paramLabel = "N|DC:N,...",
      description = "Replicas of the keyspace that is made (3, or as many as there are nodes).")
  private @Nullable String replication;

  /**
   * Returns the configuration of an instance of the service on the cluster, with a new name for the
   * keyspace.
   *
   * @throws InvalidConfiguration if a value is not valid; the message names the option or variable
   */
  Config config(Map<String, String> environment) {
    Map<String, String> all = new HashMap<>(environment);
    all.keySet().removeIf(name -> !name.startsWith(PREFIX));
    all.putIfAbsent(PREFIX + "CONNECT_TIMEOUT", "10s");
    all.putAll(given());
    // A variable with this suffix names a file that has the value. The given option replaces both.
    given().keySet().forEach(name -> all.remove(name + "_FILE"));
    all.put(PREFIX + "KEYSPACE", keyspace());
    all.put("QUIPU_HTTP_HOST", "127.0.0.1");
    all.put("QUIPU_HTTP_PORT", "0");
    try {
      return Config.from(all);
    } catch (InvalidConfiguration e) {
      throw new InvalidConfiguration(withOptions(e, environment));
    }
  }

  /** Returns the values of the given options, by the names of their variables. */
  private Map<String, String> given() {
    Map<String, String> given = new HashMap<>();
    put(given, "CONTACT_POINTS", contactPoints);
    put(given, "LOCAL_DC", localDatacenter);
    put(given, "USERNAME", username);
    put(given, "PASSWORD", secret());
    put(given, "REPLICATION", replication);
    return given;
  }

  private static void put(Map<String, String> given, String name, @Nullable String value) {
    if (value != null) {
      given.put(PREFIX + name, value);
    }
  }

  private @Nullable String secret() {
    if (passwordFile == null) {
      return password;
    }
    if (password != null) {
      throw new InvalidConfiguration("--password and --password-file: one of them is enough");
    }
    try {
      return Files.readString(passwordFile).lines().findFirst().orElse("");
    } catch (IOException e) {
      throw new InvalidConfiguration("--password-file=" + passwordFile + ": cannot be read");
    }
  }

  private static String keyspace() {
    return "quipu_strategies_%s_%04x"
        .formatted(
            LocalDateTime.now(ZoneOffset.UTC).format(STAMP),
            ThreadLocalRandom.current().nextInt(0x10000));
  }

  /** Names options in place of variables in a message, unless the environment gave the value. */
  String withOptions(RuntimeException failure, Map<String, String> environment) {
    Set<String> given = given().keySet();
    String line = String.valueOf(failure.getMessage());
    for (String name : NAMES) {
      String variable = PREFIX + name;
      boolean inEnvironment =
          environment.containsKey(variable) || environment.containsKey(variable + "_FILE");
      if (given.contains(variable) || !inEnvironment) {
        line = line.replace(variable, "--" + name.toLowerCase(Locale.ROOT).replace('_', '-'));
      }
    }
    return line;
  }
}

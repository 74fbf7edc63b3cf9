package io.quipu;

import io.quipu.ops.config.InvalidConfiguration;
import java.util.Objects;

/**
 * A jar of libraries that only some instances need. It lies in the folder {@code lib} beside the
 * jar of the service, whose manifest names it. Without it an instance that needs none of its
 * libraries runs as usual.
 */
enum OptionalJar {
  KAFKA("quipu-kafka", "/org/apache/kafka/clients/consumer/KafkaConsumer.class"),
  OPEN_TELEMETRY("quipu-opentelemetry", "/io/opentelemetry/sdk/OpenTelemetrySdk.class");

  private final String name;
  private final String content;

  /**
   * @param content the path of a class in the jar
   */
  OptionalJar(String name, String content) {
    this.name = name;
    this.content = content;
  }

  /**
   * Checks that the jar can be used, and loads none of its classes.
   *
   * @param variable the variable that asks for the function
   * @param function the function that needs the jar
   * @throws InvalidConfiguration if the jar is missing
   */
  void require(String variable, String function) {
    if (OptionalJar.class.getResource(content) == null) {
      throw new InvalidConfiguration(
          variable
              + ": "
              + function
              + " needs lib/"
              + file()
              + " in the folder of quipu.jar, and this file is missing");
    }
  }

  /** The name of the file. The version in it keeps the jar of another version from being taken. */
  private String file() {
    String version = OptionalJar.class.getPackage().getImplementationVersion();
    return name + "-" + Objects.requireNonNullElse(version, "(version)") + ".jar";
  }
}

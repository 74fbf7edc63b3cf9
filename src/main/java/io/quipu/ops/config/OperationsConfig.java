package io.quipu.ops.config;

import org.jspecify.annotations.Nullable;

/**
 * The settings for operators: the management port and the traces.
 *
 * @param managementPort the port of health, metrics and log levels; 0 picks a free port, {@link
 *     #PUBLIC} means the port of the API
 * @param traces the receiver of spans; null if no spans are recorded
 */
public record OperationsConfig(int managementPort, @Nullable TracesConfig traces) {
  /** No separate management port. */
  public static final int PUBLIC = -1;

  /** No value is set. */
  public static final OperationsConfig NONE = new OperationsConfig(PUBLIC, null);

  /**
   * Reads the settings.
   *
   * @param publicPort the port of the API, or 0
   */
  static OperationsConfig read(Environment environment, int publicPort) {
    int port = environment.findNumber("QUIPU_MANAGEMENT_PORT").orElse(PUBLIC);
    if (port > 0 && port == publicPort) {
      throw Table.row("QUIPU_MANAGEMENT_PORT")
          .refused(Integer.toString(port), "allowed is another port than QUIPU_HTTP_PORT");
    }
    return new OperationsConfig(port, TracesConfig.read(environment));
  }

  /** Tells whether {@code managementPort} is a separate port. */
  public boolean hasManagementPort() {
    return managementPort != PUBLIC;
  }
}

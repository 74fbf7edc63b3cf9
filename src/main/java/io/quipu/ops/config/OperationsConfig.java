package io.quipu.ops.config;

import org.jspecify.annotations.Nullable;

/**
 * The ports and spans for those who run the service.
 *
 * @param managementPort of health and metrics, where they have one of their own: 0 picks a free
 *     one, {@link #PUBLIC} leaves them on that of the API
 * @param traces where spans go; null if none are recorded
 */
public record OperationsConfig(int managementPort, @Nullable TracesConfig traces) {
  /** No port of its own. */
  public static final int PUBLIC = -1;

  /** Nothing was said. */
  public static final OperationsConfig NONE = new OperationsConfig(PUBLIC, null);

  /**
   * Reads it.
   *
   * @param publicPort where the API listens, or 0
   */
  static OperationsConfig read(Environment environment, int publicPort) {
    int port = environment.findNumber("QUIPU_MANAGEMENT_PORT").orElse(PUBLIC);
    if (port > 0 && port == publicPort) {
      throw Table.row("QUIPU_MANAGEMENT_PORT")
          .refused(Integer.toString(port), "allowed is another port than QUIPU_HTTP_PORT");
    }
    return new OperationsConfig(port, TracesConfig.read(environment));
  }

  /** Tells if health and metrics have a port of their own. */
  public boolean hasManagementPort() {
    return managementPort != PUBLIC;
  }
}

package io.quipu.config;

/**
 * What those who run the service get to see, and where.
 *
 * @param managementPort of health and metrics, where they have one of their own: 0 picks a free
 *     one, {@link #PUBLIC} leaves them on that of the API
 */
public record OperationsConfig(int managementPort) {
  /** No port of its own. */
  public static final int PUBLIC = -1;

  /** Nothing was said. */
  public static final OperationsConfig NONE = new OperationsConfig(PUBLIC);

  /** Whether health and metrics have a port of their own. */
  public boolean hasManagementPort() {
    return managementPort != PUBLIC;
  }
}

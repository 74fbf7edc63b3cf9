package io.quipu.ops.config;

import org.jspecify.annotations.Nullable;

/**
 * What those who run the service get to see, and where.
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

  /** Whether health and metrics have a port of their own. */
  public boolean hasManagementPort() {
    return managementPort != PUBLIC;
  }
}

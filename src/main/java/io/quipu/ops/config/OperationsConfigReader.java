package io.quipu.ops.config;

/** Reads the variables of what operators see. */
final class OperationsConfigReader {
  private static final String PORT = "QUIPU_MANAGEMENT_PORT";

  private final Variables variables;
  private final int publicPort;

  /**
   * @param publicPort where the API listens, or 0
   */
  OperationsConfigReader(Variables variables, int publicPort) {
    this.variables = variables;
    this.publicPort = publicPort;
  }

  OperationsConfig read() {
    int port = variables.number(PORT, 0, 65_535, OperationsConfig.PUBLIC);
    if (port > 0 && port == publicPort) {
      throw Variables.refused(
          PORT, Integer.toString(port), "allowed is another port than QUIPU_HTTP_PORT");
    }
    return new OperationsConfig(port, new TracesConfigReader(variables).read());
  }
}

package io.quipu.ops.config;

import java.util.regex.Pattern;

/**
 * The variables that Kubernetes sets in every container for the services of its namespace. The
 * variables of services called quipu or quipu-something have the prefix of Quipu's own variables.
 */
final class ServiceLinks {
  private static final Pattern NAME =
      Pattern.compile(
          "QUIPU_([A-Z0-9_]+_)?"
              + "(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?"
              + "|PORT_[0-9]+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)");
  private static final Pattern PORT = Pattern.compile("QUIPU_([A-Z0-9_]+_)?PORT");
  private static final Pattern ADDRESS = Pattern.compile("(tcp|udp|sctp)://.*");

  private ServiceLinks() {}

  /**
   * Tells whether Kubernetes set a variable. For a name such as QUIPU_HTTP_PORT, which Quipu has
   * too, the value decides: Kubernetes sets an address such as tcp://10.0.0.1:80.
   */
  static boolean isOne(String name, String value) {
    return NAME.matcher(name).matches()
        || (PORT.matcher(name).matches() && ADDRESS.matcher(value).matches());
  }
}

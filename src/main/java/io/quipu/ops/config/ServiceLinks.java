package io.quipu.ops.config;

import java.util.regex.Pattern;

/**
 * The variables that Kubernetes sets in every container for the services beside it. For services
 * called quipu or quipu-something they begin as Quipu's own do.
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

  /** A service called quipu-http is announced as QUIPU_HTTP_PORT: the address gives it away. */
  static boolean isOne(String name, String value) {
    return NAME.matcher(name).matches()
        || (PORT.matcher(name).matches() && ADDRESS.matcher(value).matches());
  }
}

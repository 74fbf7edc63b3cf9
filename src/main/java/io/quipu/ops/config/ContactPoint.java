package io.quipu.ops.config;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where to find a first Cassandra node. A name is resolved when it is connected to, not before. */
public record ContactPoint(String host, int port) {
  static final int DEFAULT_PORT = 9042;

  private static final Pattern FORM =
      Pattern.compile("(?:\\[([0-9a-fA-F:.%]+)]|([A-Za-z0-9._-]+))(?::([0-9]{1,5}))?");

  /**
   * Reads {@code host}, {@code host:port} or {@code [ipv6]:port}.
   *
   * @throws IllegalArgumentException if it is none of these
   */
  static ContactPoint parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(text);
    }
    String host = form.group(1) != null ? form.group(1) : form.group(2);
    int port = form.group(3) == null ? DEFAULT_PORT : Integer.parseInt(form.group(3));
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException(text);
    }
    return new ContactPoint(host, port);
  }

  @Override
  public String toString() {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}

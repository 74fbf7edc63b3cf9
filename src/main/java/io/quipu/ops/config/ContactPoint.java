package io.quipu.ops.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Cassandra node to try first. The name of the host is resolved when Quipu connects. */
public record ContactPoint(String host, int port) {
  static final int DEFAULT_PORT = 9042;

  private static final Pattern FORM =
      Pattern.compile("(?:\\[([0-9a-fA-F:.%]+)]|([A-Za-z0-9._-]+))(?::([0-9]{1,5}))?");

  /** Reads hosts, separated by commas; empty if one is malformed. The port is optional. */
  static Optional<List<ContactPoint>> parseAll(String text) {
    List<ContactPoint> points = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      Matcher form = FORM.matcher(part.strip());
      if (!form.matches()) {
        return Optional.empty();
      }
      String host = form.group(1) != null ? form.group(1) : form.group(2);
      int port = form.group(3) == null ? DEFAULT_PORT : Integer.parseInt(form.group(3));
      if (port < 1 || port > 65_535) {
        return Optional.empty();
      }
      points.add(new ContactPoint(host, port));
    }
    return Optional.of(points);
  }

  @Override
  public String toString() {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}

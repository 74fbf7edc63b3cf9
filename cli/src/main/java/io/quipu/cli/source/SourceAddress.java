package io.quipu.cli.source;

import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The address of a source, such as {@code redis://host:6379/0} or {@code
 * cassandra://host:9042,host/keyspace/table}.
 *
 * @param user null if the address names no user
 * @param hosts at least one host, not resolved
 * @param path the decoded segments after the hosts
 */
public record SourceAddress(
    Scheme scheme, @Nullable String user, List<InetSocketAddress> hosts, List<String> path) {
  /** The scheme of an address: the kind of the source. */
  public enum Scheme {
    REDIS(6379),
    /** Redis over TLS. */
    REDISS(6379),
    CASSANDRA(9042);

    private final int port;

    Scheme(int port) {
      this.port = port;
    }
  }

  /** A password may hold any character; it must not pass for a host, which errors name. */
  private static final Pattern FORM =
      Pattern.compile("(?i)(rediss?|cassandra)://(?:([^@/]*|.*:.*)@)?([^@/?#]+)(/[^@?#]*)?");

  private static final Pattern HOST =
      Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[^\\[\\]:]+)(?::([1-9][0-9]{0,4}))?");
  private static final int LAST_PORT = 65_535;

  public SourceAddress {
    hosts = List.copyOf(hosts);
    path = List.copyOf(path);
  }

  /** Tells whether a text is meant as an address of any kind, and not as the name of a file. */
  public static boolean isMeant(String text) {
    return text.contains("://");
  }

  /**
   * @throws IllegalArgumentException if the text is no address; the message contains no password
   */
  public static SourceAddress parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "it must be such as redis://host:6379/0, rediss://host/0 or"
              + " cassandra://host:9042/keyspace/table");
    }
    String user = form.group(2);
    if (user != null && user.contains(":")) {
      throw new IllegalArgumentException(
          "other users of this machine can see a password here; give it with --password-file");
    }
    Scheme scheme = Scheme.valueOf(form.group(1).toUpperCase(Locale.ROOT));
    SourceAddress address =
        new SourceAddress(
            scheme,
            user == null || user.isEmpty() ? null : decoded(user),
            Arrays.stream(form.group(3).split(",", -1)).map(host -> host(scheme, host)).toList(),
            path(form.group(4)));
    address.check();
    return address;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      // Its message has a part of the text, which may be a password.
      throw new IllegalArgumentException("after a % there must be two hex digits; % itself is %25");
    }
  }

  private static InetSocketAddress host(Scheme scheme, String text) {
    Matcher host = HOST.matcher(text);
    int port =
        !host.matches() ? 0 : host.group(2) == null ? scheme.port : Integer.parseInt(host.group(2));
    if (port == 0 || port > LAST_PORT) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not such as host or host:" + scheme.port);
    }
    return InetSocketAddress.createUnresolved(host.group(1).replaceAll("[\\[\\]]", ""), port);
  }

  private static List<String> path(@Nullable String text) {
    return text == null || text.equals("/")
        ? List.of()
        : Arrays.stream(text.substring(1).split("/", -1)).map(SourceAddress::decoded).toList();
  }

  private void check() {
    boolean right =
        scheme == Scheme.CASSANDRA
            ? path.size() == 2 && path.stream().noneMatch(String::isEmpty)
            : hosts.size() == 1 && String.join("/", path).matches("[0-9]{0,9}");
    if (!right) {
      throw new IllegalArgumentException(
          scheme == Scheme.CASSANDRA
              ? "a keyspace and a table must follow the hosts, as in"
                  + " cassandra://host/keyspace/table"
              : "one host, and the number of a database, as in redis://host:6379/0");
    }
  }

  /** The address for people: scheme, first host and path, without the user. */
  public String inWords() {
    return scheme.name().toLowerCase(Locale.ROOT)
        + "://"
        + hosts.get(0).getHostString()
        + ":"
        + hosts.get(0).getPort()
        + "/"
        + String.join("/", path);
  }
}

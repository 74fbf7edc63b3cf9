package io.quipu.edge.guard.browser;

import io.netty.util.NetUtil;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A host with or without a port, as in a {@code Host} header or in the address of a page.
 *
 * @param host in lower case; an IPv6 address in brackets and in its shortest form
 * @param port from 0 to 65535, or {@link #NO_PORT}
 */
public record Authority(String host, int port) {
  public static final int NO_PORT = -1;

  private static final int PORTS = 65_536;
  private static final Pattern FORM =
      Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+)(?::([0-9]{0,5}))?");

  /** Reads a host with or without a port; empty if the text is anything else. */
  public static Optional<Authority> parse(String text) {
    // matched before lower-casing, which turns some letters of other scripts into Latin ones
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    String digits = parts.group(2);
    int port = digits == null || digits.isEmpty() ? NO_PORT : Integer.parseInt(digits);
    return port < PORTS
        ? host(parts.group(1).toLowerCase(Locale.ROOT)).map(host -> new Authority(host, port))
        : Optional.empty();
  }

  private static Optional<String> host(String text) {
    if (!text.startsWith("[")) {
      return Optional.of(text);
    }
    byte[] address = NetUtil.createByteArrayFromIpAddressString(text);
    return address == null || address.length != 16
        ? Optional.empty()
        : Optional.of("[" + NetUtil.bytesToIpAddress(address) + "]");
  }

  /** Returns this host on any port. */
  Authority withoutPort() {
    return new Authority(host, NO_PORT);
  }

  /** Returns this authority, without its port if the scheme implies this port. */
  Authority in(String scheme) {
    return port == Origin.defaultPort(scheme) ? withoutPort() : this;
  }

  /** Tells whether the host is an IP address, which no name server can redirect. */
  boolean isAddress() {
    return host.startsWith("[") || NetUtil.isValidIpV4Address(host);
  }

  /** Tells whether the host can only be this machine. */
  boolean isLoopback() {
    return host.equals("localhost")
        || host.equals("[::1]")
        || (host.startsWith("127.") && isAddress());
  }
}

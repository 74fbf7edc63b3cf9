package io.quipu.cli.service;

import java.net.URI;
import java.net.URISyntaxException;

/** The base address of a service. */
public final class ServiceAddress {
  /** The form of an address, for people. */
  public static final String FORM =
      "it must be such as http://localhost:8080 or https://quipu.example.org";

  private ServiceAddress() {}

  /** Tells whether a text is an address. */
  public static boolean isOne(String text) {
    try {
      parse(text);
      return true;
    } catch (URISyntaxException e) {
      return false;
    }
  }

  /**
   * Returns the address, without a slash at its end.
   *
   * @throws URISyntaxException if it is none, see {@link #FORM}
   */
  public static URI parse(String text) throws URISyntaxException {
    URI base = new URI(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
    boolean web = "http".equals(base.getScheme()) || "https".equals(base.getScheme());
    if (web && base.getHost() != null && base.getQuery() == null && base.getUserInfo() == null) {
      return base;
    }
    throw new URISyntaxException(text, FORM);
  }
}

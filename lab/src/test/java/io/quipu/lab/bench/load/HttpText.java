package io.quipu.lab.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Requests as bytes. */
public final class HttpText {
  private HttpText() {}

  public static byte[] get(String path) {
    return ("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n").getBytes(UTF_8);
  }

  /** A POST without a body. */
  public static byte[] post(String path) {
    return ("POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n")
        .getBytes(UTF_8);
  }

  /**
   * @param body of ASCII
   */
  public static byte[] post(String path, String contentType, CharSequence body) {
    String head =
        "POST "
            + path
            + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: "
            + contentType
            + "\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n";
    return (head + body).getBytes(UTF_8);
  }
}

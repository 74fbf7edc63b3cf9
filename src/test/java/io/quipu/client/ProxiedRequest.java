package io.quipu.client;

import io.vertx.core.json.JsonArray;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A request as it came to the {@link FaultProxy}.
 *
 * @param at when, by {@link System#nanoTime()}
 * @param lines the request line and the headers
 */
record ProxiedRequest(long at, List<String> lines, String body) {

  /** The next one of a connection; null at its end. */
  static ProxiedRequest read(InputStream in) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line = line(in); line != null && !line.isEmpty(); line = line(in)) {
      lines.add(line);
    }
    if (lines.isEmpty()) {
      return null;
    }
    int length = 0;
    for (String line : lines) {
      if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
        length = Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
      } else if (line.toLowerCase(Locale.ROOT).startsWith("transfer-encoding:")) {
        throw new IOException("a client under test says how long its bodies are");
      }
    }
    byte[] body = in.readNBytes(length);
    if (body.length < length) {
      throw new EOFException();
    }
    return new ProxiedRequest(System.nanoTime(), lines, new String(body, StandardCharsets.UTF_8));
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c >= 0; c = in.read()) {
      if (c == '\n') {
        return line.toString();
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return null;
  }

  ProxiedRequest with(String otherBody) {
    return new ProxiedRequest(at, lines, otherBody);
  }

  /** Tells whether it becomes a WebSocket, or a stream of Server-Sent Events. */
  boolean isLive() {
    return lines.stream()
        .map(line -> line.toLowerCase(Locale.ROOT))
        .anyMatch(line -> line.startsWith("upgrade:") || line.equals("accept: text/event-stream"));
  }

  boolean records() {
    return lines.get(0).matches("POST /v1/(?:events|counters/.*/events) .*");
  }

  /** Tells whether it asks for the settings of a namespace. */
  boolean showsNamespace() {
    return lines.get(0).startsWith("GET /v1/namespaces/");
  }

  /** Its events, as an array or as NDJSON. */
  JsonArray events() {
    return new JsonArray(body.startsWith("[") ? body : "[" + body.strip().replace("\n", ",") + "]");
  }

  /** The bytes for a server: one request of a connection, answered uncompressed. */
  byte[] forOneAnswer() {
    StringBuilder text = new StringBuilder();
    for (String line : lines) {
      String name = line.toLowerCase(Locale.ROOT);
      if (!name.startsWith("connection:")
          && !name.startsWith("accept-encoding:")
          && !name.startsWith("content-length:")
          && !name.startsWith("http2-settings:")) {
        text.append(line).append("\r\n");
      }
    }
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    text.append("Connection: close\r\n");
    if (!lines.get(0).startsWith("GET")) {
      text.append("Content-Length: ").append(bytes.length).append("\r\n");
    }
    return (text + "\r\n" + body).getBytes(StandardCharsets.UTF_8);
  }

  /** The bytes for a server of a request that follows counters. */
  byte[] asItCame() {
    return (String.join("\r\n", lines) + "\r\n\r\n").getBytes(StandardCharsets.UTF_8);
  }
}

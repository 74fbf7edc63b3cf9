package io.quipu.bench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.function.Supplier;

/**
 * How connections to a server are used.
 *
 * @param opening sent first on each connection
 * @param framing made for each connection
 */
public record Wire(byte[] opening, Supplier<Framing> framing) {
  /** HTTP/1.1 with connections that are kept. */
  public static Wire http() {
    return new Wire(new byte[0], HttpFraming::new);
  }

  /** A WebSocket; {@link WebSocketText} makes what is sent. */
  public static Wire webSocket(String path) {
    String upgrade =
        "GET "
            + path
            + " HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
    return new Wire(upgrade.getBytes(US_ASCII), WebSocketFraming::new);
  }
}

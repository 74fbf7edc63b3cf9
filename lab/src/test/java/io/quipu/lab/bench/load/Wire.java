package io.quipu.lab.bench.load;

import java.util.function.Supplier;

/**
 * The use of connections to a server.
 *
 * @param opening ASCII that is sent first on each connection
 * @param framing made for each connection
 */
public record Wire(String opening, Supplier<Framing> framing) {
  /** HTTP/1.1 with connections that are kept. */
  public static Wire http() {
    return new Wire("", HttpFraming::new);
  }

  /**
   * The protocol of Redis, with replies of one line.
   *
   * @param database that is selected first
   */
  public static Wire resp(int database) {
    return new Wire("SELECT " + database + "\r\n", RespFraming::new);
  }

  /** A WebSocket; {@link WebSocketText} makes what is sent. */
  public static Wire webSocket(String path) {
    String upgrade =
        "GET "
            + path
            + " HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
    return new Wire(upgrade, WebSocketFraming::new);
  }
}

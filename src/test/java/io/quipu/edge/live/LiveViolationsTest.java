package io.quipu.edge.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.testing.dev.TestPatience;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Frames that RFC 6455 does not allow, byte by byte; the mask is all zeros where there is one. */
class LiveViolationsTest {
  private static final String HANDSHAKE =
      String.join(
          "\r\n",
          "GET /v1/live HTTP/1.1",
          "Host: localhost",
          "Connection: Upgrade",
          "Upgrade: websocket",
          "Sec-WebSocket-Version: 13",
          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
          "");
  @AutoClose private static final LiveServer server = LiveServer.start();

  @ParameterizedTest
  @CsvSource({
    "a text that is not masked, 81026869",
    "a ping that is not masked, 8900",
    "the first reserved bit, c18000000000",
    "the second reserved bit, a18000000000",
    "the third reserved bit, 918000000000",
    "a reserved bit of a ping, c98000000000",
    "a reserved opcode of data, 838000000000",
    "a reserved opcode of control, 8b8000000000",
    "the last reserved opcode, 8f8000000000",
    "a ping in fragments, 098000000000",
    "a close in fragments, 088000000000",
    "a ping of 126 bytes, 89fe007e00000000",
    "a close of one byte, 88810000000000",
    "a close with a status that nobody may send, 88820000000003ed",
    "a continuation of nothing, 808000000000",
    "a text inside of a text, 018000000000818000000000",
    "a text after a text that is fine, 81820000000078788183000000007b7d7dc18000000000",
    "a length of 64 bits with the highest set, 81ff800000000000000000000000",
  })
  void endWithTheirReason(String name, String frames) throws IOException {
    try (RawWebSocket socket = server.connectRaw()) {
      socket.send(HexFormat.of().parseHex(frames));
      assertThat(closeStatus(socket)).as(name).isEqualTo(1002);
    }
  }

  @Test
  void endWithAnother_whenAFrameIsTooLong() throws IOException {
    try (RawWebSocket socket = server.connectRaw()) {
      socket.send(HexFormat.of().parseHex("81ff000000004000000000000000"));
      assertThat(closeStatus(socket)).isEqualTo(1009);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'Content-Length: 5\r\n\r\nhello'",
    "'Content-Length: 4000000\r\n\r\n{'",
    "'Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n'"
  })
  void anUpgradeWithABodyIsRefused(String rest) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout((int) TestPatience.LIMIT.toMillis());
      socket.getOutputStream().write((HANDSHAKE + rest).getBytes(StandardCharsets.ISO_8859_1));
      byte[] answer = socket.getInputStream().readNBytes(24);
      assertThat(new String(answer, StandardCharsets.ISO_8859_1))
          .isEqualTo("HTTP/1.1 400 Bad Request");
    }
  }

  private static int closeStatus(RawWebSocket socket) throws IOException {
    int status = socket.receive(RawWebSocket.CLOSE).closeCode();
    assertThatThrownBy(socket::receive).as("the connection ends").isInstanceOf(EOFException.class);
    return status;
  }
}

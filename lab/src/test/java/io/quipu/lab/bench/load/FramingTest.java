package io.quipu.lab.bench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FramingTest {
  private static final String ANSWERS =
      "HTTP/1.1 201 Created\r\nContent-Length: 5\r\n\r\n\r\n\r\n!"
          + "HTTP/1.1 503 Service Unavailable\r\ncontent-length: 2\r\nx: y\r\n\r\n{}"
          + "HTTP/1.1 207 Multi-Status\r\nContent-Length: 2\r\n\r\n{}"
          + "HTTP/1.1 204 No Content\r\n\r\n";

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 1_000})
  void findsAnswersHoweverTheyArrive(int pieces) {
    List<Boolean> answers = new ArrayList<>();
    HttpFraming framing = new HttpFraming();

    inPieces(ANSWERS.getBytes(US_ASCII), pieces)
        .forEach(piece -> framing.take(piece, answers::add));

    assertThat(answers).containsExactly(true, false, false, true);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 1_000})
  void findsMessagesHoweverTheyArrive(int pieces) {
    List<String> messages = new ArrayList<>();
    TextFrames frames = new TextFrames(10);
    String longer = "0123456789".repeat(30);
    ByteBuffer all = ByteBuffer.allocate(1_000);
    all.put("HTTP/1.1 101 Switching Protocols\r\n\r\n".getBytes(US_ASCII));
    all.put((byte) 0x81).put((byte) 5).put("short".getBytes(UTF_8));
    all.put((byte) 0x89).put((byte) 4).put("ping".getBytes(UTF_8));
    all.put((byte) 0x81).put((byte) 126).putShort((short) 300).put(longer.getBytes(UTF_8));
    all.put((byte) 0x81).put((byte) 0);
    byte[] bytes = new byte[all.flip().remaining()];
    all.get(bytes);

    inPieces(bytes, pieces).forEach(piece -> frames.take(piece, messages::add));

    assertThat(messages).containsExactly("short", "0123456789", "");
  }

  private static List<ByteBuffer> inPieces(byte[] bytes, int length) {
    List<ByteBuffer> pieces = new ArrayList<>();
    for (int i = 0; i < bytes.length; i += length) {
      pieces.add(ByteBuffer.wrap(bytes, i, Math.min(length, bytes.length - i)).slice());
    }
    return pieces;
  }
}

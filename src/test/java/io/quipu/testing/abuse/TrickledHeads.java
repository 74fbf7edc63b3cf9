package io.quipu.testing.abuse;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;

/** Request lines and headers that never end. */
final class TrickledHeads implements Attack {
  private static final int MOST = 15 * 1024;
  private static final int ADDRESSES = 8;

  private final byte[] line = Requests.joined("GET /".getBytes(US_ASCII), Requests.letters(MOST));
  private final byte[] headers = headers();

  @Override
  public String name() {
    return "trickled heads";
  }

  @Override
  public String run(Target target) throws IOException {
    Scale scale = target.scale();
    Conduct conduct =
        Conduct.opening(number -> number % 2 == 0 ? line : headers)
            .trickling(new byte[] {'a'})
            .notReading();
    return "15 KiB of a line or of headers, then a byte a second: "
        + Crowd.gather(target, conduct, scale.crowd(), ADDRESSES, scale.attack());
  }

  private static byte[] headers() {
    StringBuilder head = new StringBuilder("GET /readyz HTTP/1.1\r\nHost: 127.0.0.1\r\n");
    for (int i = 0; head.length() < MOST; i++) {
      head.append("X-").append(i).append(": abcdefgh\r\n");
    }
    return head.append("X-Last: ").toString().getBytes(US_ASCII);
  }
}

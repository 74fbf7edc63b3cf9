package io.quipu.testing.abuse;

import java.io.IOException;

/** Bodies that never end, most of them below the size from which a body needs a permit. */
final class TrickledBodies implements Attack {
  private static final String PATH = "/v1/counters/default/trickled/events";
  private static final int SMALL = 60_000;
  private static final int LARGE = 4_000_000;
  private static final int ADDRESSES = 8;

  private final byte[] small = beginning(SMALL + 1);
  private final byte[] large = beginning(LARGE);

  @Override
  public String name() {
    return "trickled bodies";
  }

  @Override
  public String run(Target target) throws IOException {
    Scale scale = target.scale();
    Conduct conduct =
        Conduct.opening(number -> number % 4 == 0 ? large : small)
            .trickling(new byte[] {' '})
            .notReading();
    return "60 KB of 60,001 bytes and of 4 MB, then a byte a second: "
        + Crowd.gather(target, conduct, scale.crowd(), ADDRESSES, scale.attack());
  }

  private static byte[] beginning(int length) {
    byte[] head = Requests.postHead(PATH, "application/json", length, "");
    return Requests.joined(head, Requests.letters(SMALL - 60));
  }
}

package io.quipu.testing.abuse;

import java.io.IOException;
import java.time.Duration;

/** WebSocket messages that never end: in one frame, and in many fragments. */
final class UnfinishedMessages implements Attack {
  private static final int BYTES = 1_000_000;
  private static final int FRAGMENT = 1_000;
  private static final int ADDRESSES = 8;

  @Override
  public String name() {
    return "unfinished messages";
  }

  @Override
  public String run(Target target) throws IOException {
    Scale scale = target.scale();
    int connections = scale.crowd() / 8;
    Duration half = scale.attack().dividedBy(2);
    byte[] frame =
        Requests.joined(
            Requests.frameHead(Requests.FINAL | Requests.TEXT, 1 << 20), Requests.letters(BYTES));
    byte[] fragment = Requests.frame(Requests.CONTINUATION, Requests.letters(FRAGMENT));
    byte[] fragments =
        Requests.joined(
            Requests.frame(Requests.TEXT, Requests.letters(FRAGMENT)),
            Requests.repeated(fragment, BYTES / FRAGMENT));
    return "1 MB of a frame of 1 MiB: "
        + Crowd.gather(target, after(frame), connections, ADDRESSES, half)
        + "; 1 MB in fragments of 1 KB: "
        + Crowd.gather(target, after(fragments), connections, ADDRESSES, half);
  }

  private static Conduct after(byte[] beginning) {
    return Conduct.opening(Requests.upgrade("/v1/live")).then(beginning);
  }
}

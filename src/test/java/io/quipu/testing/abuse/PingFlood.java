package io.quipu.testing.abuse;

import java.io.IOException;

/** WebSocket pings as fast as they are taken, by clients that read no pong. */
final class PingFlood implements Attack {
  private static final int CONNECTIONS = 4;
  private static final int PAYLOAD = 125;

  @Override
  public String name() {
    return "ping flood";
  }

  @Override
  public String run(Target target) throws IOException {
    byte[] ping = Requests.frame(Requests.FINAL | Requests.PING, Requests.letters(PAYLOAD));
    Conduct conduct =
        Conduct.opening(Requests.upgrade("/v1/live"))
            .flooding(Requests.repeated(ping, 500))
            .notReading();
    return "pings of 125 bytes, no pong read: "
        + Crowd.gather(target, conduct, CONNECTIONS, 2, target.scale().attack());
  }
}

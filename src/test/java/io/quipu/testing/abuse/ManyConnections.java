package io.quipu.testing.abuse;

import java.io.IOException;

/** Connections that are only open, some after one request, from several addresses. */
final class ManyConnections implements Attack {
  private static final int ADDRESSES = 32;

  @Override
  public String name() {
    return "many connections";
  }

  @Override
  public String run(Target target) throws IOException {
    Scale scale = target.scale();
    byte[] request = Requests.get("/livez");
    Conduct conduct = Conduct.opening(number -> number % 2 == 0 ? request : new byte[0]);
    return String.format("%,d wanted: ", scale.connections())
        + Crowd.gather(target, conduct, scale.connections(), ADDRESSES, scale.attack());
  }
}

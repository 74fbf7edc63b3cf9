package io.quipu.testing.abuse;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Live connections that follow as many counters as each may, and read nothing. */
final class ManySubscriptions implements Attack {
  private static final int EACH = 1_000;
  private static final int ADDRESSES = 8;

  @Override
  public String name() {
    return "many subscriptions";
  }

  @Override
  public String run(Target target) throws IOException {
    Scale scale = target.scale();
    Conduct conduct =
        Conduct.opening(Requests.upgrade("/v1/live")).then(subscription()).notReading();
    return "1,000 counters followed by each, nothing read: "
        + Crowd.gather(target, conduct, scale.crowd() / 20, ADDRESSES, scale.attack());
  }

  /** Of counters that have one hash, and some of which never existed. */
  private static byte[] subscription() {
    String counters =
        IntStream.range(0, EACH)
            .mapToObj(i -> "\"" + CollidingNames.colliding(i) + "\"")
            .collect(Collectors.joining(","));
    String message =
        "{\"type\":\"subscribe\",\"ref\":1,\"namespace\":\"default\",\"counters\":["
            + counters
            + "]}";
    return Requests.frame(Requests.FINAL | Requests.TEXT, message.getBytes(US_ASCII));
  }
}

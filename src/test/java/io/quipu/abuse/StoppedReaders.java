package io.quipu.abuse;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Clients that ask for much, and read nothing of it: files, windows, lists, streams of counts. */
final class StoppedReaders implements Attack {
  /** The largest file of the reference. */
  static final String ASSET = "/assets/swagger-ui/swagger-ui-bundle.js";

  private static final int ADDRESSES = 8;

  @Override
  public String name() {
    return "readers that stop";
  }

  @Override
  public String run(Target target) throws IOException {
    Scale scale = target.scale();
    Duration part = scale.attack().dividedBy(4);
    Instant to = Instant.now().truncatedTo(ChronoUnit.MINUTES);
    String windows =
        "/v1/counters/default/honest-plain-0/windows?granularity=minute&from="
            + to.minus(9_900, ChronoUnit.MINUTES)
            + "&to="
            + to;
    byte[][] requests = {
      Requests.get(ASSET), Requests.get(windows), Requests.get("/v1/counters/default?limit=1000")
    };
    Conduct asset = Conduct.opening(requests[0]).notReading();
    Conduct mixed = Conduct.opening(number -> requests[number % requests.length]).notReading();
    byte[] stream = Requests.events("/v1/counters/default/honest-plain-0/live");
    Conduct streams = Conduct.opening(stream).notReading();
    Conduct live = Conduct.opening(Requests.upgrade("/v1/live")).then(subscription()).notReading();
    return "a file of 1.5 MB: "
        + Crowd.gather(target, asset, scale.crowd(), ADDRESSES, part)
        + "; files, windows and lists: "
        + Crowd.gather(
            target, mixed.leavingAfter(part.dividedBy(2)), scale.crowd(), ADDRESSES, part)
        + "; streams of counts: "
        + Crowd.gather(target, streams, scale.crowd(), ADDRESSES, part)
        + "; live connections of 1,000 counters each: "
        + Crowd.gather(target, live, scale.crowd() / 20, ADDRESSES, part);
  }

  /** Of counters that exist, those of one hash among them, and of some that never did. */
  private static byte[] subscription() {
    String counters =
        IntStream.range(0, 1_000)
            .mapToObj(i -> "\"" + CollidingNames.colliding(i) + "\"")
            .collect(Collectors.joining(","));
    String message =
        "{\"type\":\"subscribe\",\"ref\":1,\"namespace\":\"default\",\"counters\":["
            + counters
            + "]}";
    return Requests.frame(Requests.FINAL | Requests.TEXT, message.getBytes(US_ASCII));
  }
}

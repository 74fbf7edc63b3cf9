package io.quipu.testing.abuse;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

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
    Duration part = scale.attack().dividedBy(3);
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
    return "a file of 1.5 MB: "
        + Crowd.gather(target, asset, scale.crowd(), ADDRESSES, part)
        + "; files, windows and lists: "
        + Crowd.gather(
            target, mixed.leavingAfter(part.dividedBy(2)), scale.crowd(), ADDRESSES, part)
        + "; streams of counts: "
        + Crowd.gather(target, streams, scale.crowd(), ADDRESSES, part);
  }
}

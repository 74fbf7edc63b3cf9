package io.quipu.testing.abuse;

import java.io.IOException;

/** Requests for large answers, sent one after the other on a connection that is not read. */
final class PipelinedAnswers implements Attack {
  private static final int CONNECTIONS = 64;
  private static final int PIPELINED = 1_000;

  @Override
  public String name() {
    return "pipelined answers";
  }

  @Override
  public String run(Target target) throws IOException {
    byte[] requests = Requests.repeated(Requests.get(StoppedReaders.ASSET), PIPELINED);
    Conduct conduct = Conduct.opening(requests).flooding(requests).notReading();
    return "1,000 requests at a time for a file of 1.5 MB, nothing read: "
        + Crowd.gather(target, conduct, CONNECTIONS, 4, target.scale().attack());
  }
}

package io.quipu.lab.abuse;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.time.Duration;

/** Events of 1 KB as fast as they are taken while Cassandra answers nothing. */
final class QueuedEvents {
  private static final int IN_A_BODY = 3_800;
  private static final int NAME = 512;
  private static final int ID = 240;
  private static final int PADDING = 1_000;

  private QueuedEvents() {}

  static String run(Target target) throws IOException {
    Scale scale = target.scale();
    int bodies = scale.queuedEvents() / IN_A_BODY;
    Conduct conduct = Conduct.opening(QueuedEvents::body).leavingAfter(Duration.ofMinutes(1));
    target.cassandra().pause();
    try {
      return "%,d events of 1 KB in bodies of 4 MB, Cassandra frozen for %d s: "
              .formatted(bodies * IN_A_BODY, scale.frozen().toSeconds())
          + Crowd.gather(target, conduct, bodies, 4, scale.frozen());
    } finally {
      target.cassandra().resume();
    }
  }

  /** Distinct names and ids, so that nothing of them is kept only once. */
  private static byte[] body(int number) {
    StringBuilder body = new StringBuilder(IN_A_BODY * (PADDING + 100));
    body.append('[');
    for (int i = 0; i < IN_A_BODY; i++) {
      String distinct = number + "-" + i + "-";
      body.append(i == 0 ? "" : ",")
          .append("{\"counter\":\"")
          .append(distinct)
          .append("n".repeat(NAME - distinct.length()))
          .append("\",\"id\":\"")
          .append(distinct)
          .append("i".repeat(ID - distinct.length()))
          .append("\"}")
          .append(" ".repeat(PADDING - NAME - ID));
    }
    byte[] bytes = body.append(']').toString().getBytes(UTF_8);
    byte[] head = Requests.postHead("/v1/events", "application/json", bytes.length, "");
    return Requests.joined(head, bytes);
  }
}

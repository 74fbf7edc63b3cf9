package io.quipu.lab.abuse;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;

/** The attacks of many connections that all behave alike; each answers what came of it. */
final class CrowdAttacks {
  /** The largest file of the reference. */
  private static final String ASSET = "/assets/swagger-ui/swagger-ui-bundle.js";

  private static final int ADDRESSES = 8;

  private CrowdAttacks() {}

  /** Sends request lines and headers that never end. */
  static String trickledHeads(Target target) throws IOException {
    int most = 15 * 1024;
    byte[] line = Requests.joined("GET /".getBytes(US_ASCII), Requests.letters(most));
    StringBuilder head = new StringBuilder("GET /readyz HTTP/1.1\r\nHost: 127.0.0.1\r\n");
    for (int i = 0; head.length() < most; i++) {
      head.append("X-").append(i).append(": abcdefgh\r\n");
    }
    byte[] headers = head.append("X-Last: ").toString().getBytes(US_ASCII);
    Conduct conduct =
        Conduct.opening(number -> number % 2 == 0 ? line : headers)
            .trickling(new byte[] {'a'})
            .notReading();
    return "15 KiB of a line or of headers, then a byte a second: " + crowd(target, conduct);
  }

  /** Sends bodies that never end, most of them below the size from which a body needs a permit. */
  static String trickledBodies(Target target) throws IOException {
    int sent = 60_000;
    byte[] small = beginning(sent + 1, sent);
    byte[] large = beginning(4_000_000, sent);
    Conduct conduct =
        Conduct.opening(number -> number % 4 == 0 ? large : small)
            .trickling(new byte[] {' '})
            .notReading();
    return "60 KB of 60,001 bytes and of 4 MB, then a byte a second: " + crowd(target, conduct);
  }

  private static byte[] beginning(int length, int sent) {
    String path = "/v1/counters/default/trickled/events";
    byte[] head = Requests.postHead(path, "application/json", length, "");
    return Requests.joined(head, Requests.letters(sent - 60));
  }

  private static CrowdTally crowd(Target target, Conduct conduct) throws IOException {
    Scale scale = target.scale();
    return Crowd.gather(target, conduct, scale.crowd(), ADDRESSES, scale.attack());
  }

  /** Sends WebSocket messages that never end: in one frame, and in many fragments. */
  static String unfinishedMessages(Target target) throws IOException {
    int bytes = 1_000_000;
    byte[] part = Requests.letters(1_000);
    byte[] frame =
        Requests.joined(
            Requests.frameHead(Requests.FINAL | Requests.TEXT, 1 << 20), Requests.letters(bytes));
    byte[] fragments =
        Requests.joined(
            Requests.frame(Requests.TEXT, part),
            Requests.repeated(Requests.frame(Requests.CONTINUATION, part), bytes / part.length));
    return "1 MB of a frame of 1 MiB: "
        + afterUpgrade(target, frame)
        + "; 1 MB in fragments of 1 KB: "
        + afterUpgrade(target, fragments);
  }

  private static CrowdTally afterUpgrade(Target target, byte[] beginning) throws IOException {
    Scale scale = target.scale();
    Conduct conduct = Conduct.opening(Requests.upgrade("/v1/live")).then(beginning);
    Duration half = scale.attack().dividedBy(2);
    return Crowd.gather(target, conduct, scale.crowd() / 8, ADDRESSES, half);
  }

  /** Sends WebSocket pings as fast as they are taken, by clients that read no pong. */
  static String pingFlood(Target target) throws IOException {
    byte[] ping = Requests.frame(Requests.FINAL | Requests.PING, Requests.letters(125));
    Conduct conduct =
        Conduct.opening(Requests.upgrade("/v1/live"))
            .flooding(Requests.repeated(ping, 500))
            .notReading();
    return "pings of 125 bytes, no pong read: "
        + Crowd.gather(target, conduct, 4, 2, target.scale().attack());
  }

  /** Asks for much, and reads nothing of it: files, windows, lists, streams of counts. */
  static String stoppedReaders(Target target) throws IOException {
    Scale scale = target.scale();
    Duration part = scale.attack().dividedBy(3);
    Instant to = Instant.now().truncatedTo(ChronoUnit.MINUTES);
    String counter = "/v1/counters/default/honest-plain-0";
    byte[][] requests = {
      Requests.get(ASSET),
      Requests.get(
          "%s/windows?granularity=minute&from=%s&to=%s"
              .formatted(counter, to.minus(9_900, ChronoUnit.MINUTES), to)),
      Requests.get("/v1/counters/default?limit=1000")
    };
    Conduct asset = Conduct.opening(requests[0]).notReading();
    Conduct mixed =
        Conduct.opening(number -> requests[number % requests.length])
            .notReading()
            .leavingAfter(part.dividedBy(2));
    Conduct streams = Conduct.opening(Requests.events(counter + "/live")).notReading();
    return "a file of 1.5 MB: "
        + Crowd.gather(target, asset, scale.crowd(), ADDRESSES, part)
        + "; files, windows and lists: "
        + Crowd.gather(target, mixed, scale.crowd(), ADDRESSES, part)
        + "; streams of counts: "
        + Crowd.gather(target, streams, scale.crowd(), ADDRESSES, part);
  }

  /**
   * Follows as many counters as each live connection may, and reads nothing. They have one hash,
   * and some of them never existed.
   */
  static String manySubscriptions(Target target) throws IOException {
    String message =
        IntStream.range(0, 1_000)
            .mapToObj(i -> "\"" + CollidingNames.colliding(i) + "\"")
            .collect(
                Collectors.joining(
                    ",",
                    "{\"type\":\"subscribe\",\"ref\":1,\"namespace\":\"default\",\"counters\":[",
                    "]}"));
    byte[] frame = Requests.frame(Requests.FINAL | Requests.TEXT, message.getBytes(US_ASCII));
    Conduct conduct = Conduct.opening(Requests.upgrade("/v1/live")).then(frame).notReading();
    Scale scale = target.scale();
    return "1,000 counters followed by each, nothing read: "
        + Crowd.gather(target, conduct, scale.crowd() / 20, ADDRESSES, scale.attack());
  }

  /** Asks for large answers, one after the other on a connection that is not read. */
  static String pipelinedAnswers(Target target) throws IOException {
    byte[] requests = Requests.repeated(Requests.get(ASSET), 1_000);
    Conduct conduct = Conduct.opening(requests).flooding(requests).notReading();
    return "1,000 requests at a time for a file of 1.5 MB, nothing read: "
        + Crowd.gather(target, conduct, 64, 4, target.scale().attack());
  }

  /** Sends small bodies that say they are gzip, and would be gigabytes. */
  static String gzipBombs(Target target) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] mebibyte = " ".repeat(1024 * 1024).getBytes(US_ASCII);
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      for (int i = 0; i < 1024; i++) {
        gzip.write(mebibyte);
      }
    }
    byte[] bomb = bytes.toByteArray();
    String header = "Content-Encoding: gzip\r\n";
    byte[] head = Requests.postHead("/v1/events", "application/json", bomb.length, header);
    Conduct conduct =
        Conduct.opening(Requests.joined(head, bomb)).leavingAfter(Duration.ofSeconds(2));
    return "%d KiB that would be 1 GiB: ".formatted(bomb.length / 1024)
        + Crowd.gather(target, conduct, 64, 4, target.scale().attack());
  }

  /** Opens connections from several addresses, and sends one request on every other. */
  static String manyConnections(Target target) throws IOException {
    Scale scale = target.scale();
    byte[] request = Requests.get("/livez");
    Conduct conduct = Conduct.opening(number -> number % 2 == 0 ? request : new byte[0]);
    return String.format("%,d wanted: ", scale.connections())
        + Crowd.gather(target, conduct, scale.connections(), 32, scale.attack());
  }
}

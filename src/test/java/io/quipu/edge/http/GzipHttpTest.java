package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.input.Limits;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Tally;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** Bodies that record and are compressed. */
class GzipHttpTest extends HttpTest {
  private static final String EVENTS = "/v1/counters/votes/a/events";
  private static final CounterName A = new CounterName("votes", "a");

  @Test
  void recordsACompressedBody() {
    assertThat(send(EVENTS, JSON, gzip("[{\"delta\":2},{\"delta\":3}]")).status()).isEqualTo(201);
    assertThat(service.tallies).containsEntry(A, Tally.of(5, 2));
  }

  @Test
  void recordsCompressedEventsOfManyCounters() {
    String line = "{\"namespace\":\"votes\",\"counter\":\"a\"}";
    assertThat(send("/v1/events", JSON, gzip("[" + line + "]")).status()).isEqualTo(201);
    assertThat(send("/v1/events", "application/x-ndjson", gzip(line + "\n" + line)).status())
        .isEqualTo(201);
    assertThat(service.tallies).containsEntry(A, Tally.of(3, 3));
  }

  @Test
  void recordsCompressedCloudEvents_alsoInBinaryMode() {
    String event =
        "{\"specversion\":\"1.0\",\"id\":\"7\",\"source\":\"/s\",\"type\":\"votes\",\"subject\":\"a\"}";
    assertThat(send("/v1/events", "application/cloudevents+json", gzip(event)).status())
        .isEqualTo(201);
    Map<String, String> binary =
        Map.of(
            "Content-Encoding", "gzip",
            "ce-specversion", "1.0",
            "ce-id", "8",
            "ce-source", "/s",
            "ce-type", "votes",
            "ce-subject", "a");
    assertThat(send("/v1/events", binary, gzip("{\"delta\": 2}")).status()).isEqualTo(201);
    assertThat(service.tallies).containsEntry(A, Tally.of(3, 2));
  }

  @Test
  void recordsSeveralMembers_asTheyWouldBeInflated() {
    byte[] members = concat(gzip("[{\"delta\":2},"), gzip("{\"delta\":3}]"));
    assertThat(send(EVENTS, JSON, members).status()).isEqualTo(201);
    assertThat(service.tallies).containsEntry(A, Tally.of(5, 2));
  }

  @Test
  void recordsExactly4MiBThatComeOut_andRefusesAByteMore() {
    String padding = " ".repeat(Limits.BODY_BYTES - 2);
    assertThat(send(EVENTS, JSON, gzip(padding + "{}")).status()).isEqualTo(201);
    RawHttp.Response refused = send(EVENTS, JSON, gzip(padding + " {}"));
    assertThat(refused.status()).isEqualTo(413);
    assertThat(service.tallies).containsEntry(A, Tally.of(1, 1));
  }

  @Test
  void takesEmptyMembers_butNotAnyNumber() {
    byte[] empty = gzip("");
    byte[] some = concat(concat(empty, gzip("{}")), empty);
    assertThat(send(EVENTS, JSON, some).status()).isEqualTo(201);
    ByteArrayOutputStream many = new ByteArrayOutputStream();
    while (many.size() < 1024 * 1024) {
      many.writeBytes(empty);
    }
    assertMalformed(many.toByteArray());
  }

  @Test
  void stopsEarly_whenMuchMoreWouldComeOut() {
    // 4 GiB would come out of the rest; what of them is inflated is in the meter of the budget.
    byte[] bomb = gzip(" ".repeat(64 * 1024 * 1024));
    assertThat(bomb.length).isLessThan(128 * 1024);
    assertThat(send(EVENTS, JSON, bomb).status()).isEqualTo(413);
    assertThat(service.appends).isEmpty();
    assertThat(service.budget.held()).isZero();
  }

  @Test
  void refusesWhatIsNoGzip_wholly() {
    byte[] good = gzip("{}");
    assertMalformed("{}".getBytes(StandardCharsets.UTF_8));
    assertMalformed(concat(good, new byte[] {0}));
    assertMalformed(concat(good, "{}".getBytes(StandardCharsets.UTF_8)));
    assertMalformed(
        concat(good, "no member, but longer than one".getBytes(StandardCharsets.UTF_8)));
    assertMalformed(concat(good, Arrays.copyOf(good, good.length - 1)));
    for (int length = 0; length < good.length; length++) {
      assertMalformed(Arrays.copyOf(good, length));
    }
    byte[] wrongChecksum = good.clone();
    wrongChecksum[good.length - 8]++;
    assertMalformed(wrongChecksum);
    byte[] wrongLength = good.clone();
    wrongLength[good.length - 4]++;
    assertMalformed(wrongLength);
    assertThat(service.appends).isEmpty();
  }

  private void assertMalformed(byte[] body) {
    RawHttp.Response refused = send(EVENTS, JSON, body);
    assertThat(refused.status()).as(Arrays.toString(body)).isEqualTo(400);
    assertThat(refused.text()).contains("gzip");
  }

  @Test
  void refusesOtherCodings_andSaysWhichItTakes() {
    RawHttp.Response refused = send(EVENTS, Map.of("Content-Encoding", "br"), gzip("{}"));
    assertThat(refused.status()).isEqualTo(415);
    assertThat(refused.headers()).containsEntry("accept-encoding", "gzip");
    RawHttp.Response counts =
        send("/v1/counts", JSON, gzip("{\"counters\":[{\"counter\":\"a\"}]}"));
    assertThat(counts.status()).isEqualTo(415);
    assertThat(counts.text()).contains("must not be compressed; Content-Encoding is gzip");
    assertThat(send(EVENTS, "text/plain", gzip("{}")).text())
        .contains("Content-Type is text/plain")
        .doesNotContain("compressed");
  }

  private RawHttp.Response send(String path, String type, byte[] body) {
    return send(path, Map.of("Content-Type", type, "Content-Encoding", "gzip"), body);
  }

  private RawHttp.Response send(String path, Map<String, String> headers, byte[] body) {
    Map<String, String> all = new HashMap<>(Map.of("Content-Type", JSON));
    all.putAll(headers);
    return RawHttp.exchange(
        service.base(), RawHttp.request("POST", path, all, Buffer.buffer(body)));
  }

  private static byte[] gzip(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static byte[] concat(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }
}

package io.quipu.edge.http.record;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.quipu.edge.http.ReferenceEvents;
import io.quipu.testing.fuzz.Finding;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Bodies with events: the same events as a second reading of the contract finds, or none. */
class EventsInputFuzzTest {
  @FuzzTest
  void json(byte[] body) {
    compare(body, AcceptedEvents::events, ReferenceEvents::events);
    compare(body, AcceptedEvents::array, ReferenceEvents::array);
  }

  @FuzzTest
  void ndjson(byte[] body) {
    compare(body, AcceptedEvents::lines, ReferenceEvents::lines);
  }

  @FuzzTest
  void cloudEvents(byte[] body) {
    compare(body, AcceptedEvents::cloudEvents, ReferenceEvents::cloudEvents);
    compare(body, AcceptedEvents::cloudEvent, ReferenceEvents::cloudEvent);
  }

  /** The first line is a header, the rest the body. */
  @FuzzTest
  void binaryCloudEvent(byte[] sent) {
    String bytes = new String(sent, StandardCharsets.ISO_8859_1);
    int end = (bytes + "\n").indexOf('\n');
    String subject = bytes.substring(0, end);
    byte[] body = Arrays.copyOfRange(sent, Math.min(end + 1, sent.length), sent.length);
    compare(
        body,
        data -> AcceptedEvents.binaryCloudEvent(subject, data),
        data ->
            data.isEmpty() && body.length > 0
                ? Optional.empty()
                : ReferenceEvents.binaryCloudEvent(subject, data));
  }

  private static <T> void compare(
      byte[] body, Function<Buffer, List<T>> ours, Function<String, Optional<List<T>>> reference) {
    Optional<List<T>> accepted = Finding.accepted(() -> ours.apply(Buffer.buffer(body)));
    String text = Finding.utf8(body).orElse("");
    Finding.unlessAgreed(text, accepted, reference.apply(text));
  }
}

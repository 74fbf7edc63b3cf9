package io.quipu.http;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.quipu.fuzz.Finding;
import io.vertx.core.buffer.Buffer;
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
  }

  private static <T> void compare(
      byte[] body, Function<Buffer, List<T>> ours, Function<String, Optional<List<T>>> reference) {
    Optional<List<T>> accepted = Finding.accepted(() -> ours.apply(Buffer.buffer(body)));
    String text = Finding.utf8(body).orElse("");
    Finding.unlessAgreed(text, accepted, reference.apply(text));
  }
}

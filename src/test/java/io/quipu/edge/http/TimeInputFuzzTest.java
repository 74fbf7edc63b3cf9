package io.quipu.edge.http;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.quipu.edge.counters.TimeInput;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.fuzz.Finding;
import io.quipu.testing.fuzz.ReferenceTime;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Times: the grammar of RFC 3339, and the arithmetic of java.time. */
class TimeInputFuzzTest {
  @FuzzTest
  void time(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    Optional<EventTime> ours = Finding.accepted(() -> TimeInput.parse("from", text));
    Finding.unlessAgreed(text, ours, ReferenceTime.parse(text));
  }
}

package io.quipu.client;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The body of a request: an array of events. */
final class Batches {
  private Batches() {}

  static byte[] body(List<Pending> events) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(128 * events.size());
    char before = '[';
    for (Pending event : events) {
      out.write(before);
      out.writeBytes(event.head());
      out.writeBytes(event.tail().getBytes(StandardCharsets.US_ASCII));
      before = ',';
    }
    out.write(']');
    return out.toByteArray();
  }
}

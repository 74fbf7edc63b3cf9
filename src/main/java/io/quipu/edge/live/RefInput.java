package io.quipu.edge.live;

import io.quipu.edge.web.JsonInput;
import io.quipu.engine.input.InvalidInput;
import java.nio.ByteBuffer;
import java.util.OptionalLong;

/** Finds the {@code ref} of a message that is not valid, so that the error can repeat the ref. */
public final class RefInput {
  private OptionalLong ref = OptionalLong.empty();

  private RefInput() {}

  /** Returns the first ref; empty if the ref is missing or not valid, or a mistake precedes it. */
  public static OptionalLong find(ByteBuffer text) {
    RefInput input = new RefInput();
    try {
      JsonInput.parse(text, input::search);
    } catch (InvalidInput broken) {
      return input.ref;
    }
    return input.ref;
  }

  private OptionalLong search(JsonInput json) {
    json.requireObject("message");
    for (String name = json.nextField(); name != null; name = json.nextField()) {
      if (name.equals("ref") && ref.isEmpty()) {
        ref = OptionalLong.of(ClientMessageInput.ref(json));
      } else {
        json.skip();
      }
    }
    return ref;
  }
}

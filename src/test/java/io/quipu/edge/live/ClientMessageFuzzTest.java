package io.quipu.edge.live;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.quipu.engine.ingest.Append;
import io.quipu.engine.kind.InvalidDraft;
import io.quipu.engine.kinds.tally.TallyKind;
import io.quipu.engine.names.Namespace;
import io.quipu.testing.fuzz.Finding;
import io.quipu.testing.fuzz.MeantDifference;
import io.quipu.testing.fuzz.ReferenceJson;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Messages of a client: the same as a second reading of the contract finds, or refused. */
class ClientMessageFuzzTest {
  @FuzzTest
  void message(byte[] bytes) {
    Optional<String> text = Finding.utf8(bytes);
    if (text.isPresent()) {
      ByteBuffer message = ByteBuffer.wrap(bytes);
      Optional<Object> ours =
          Finding.accepted(() -> accepted(ClientMessageInput.parse(message.duplicate())));
      Finding.unlessAgreed(text.get(), ours, ReferenceMessage.parse(text.get()));
      checkRef(text.get(), RefInput.find(message.duplicate()));
    }
  }

  private static Object accepted(ClientMessage message) {
    if (!(message instanceof ClientMessage.Recording recording)) {
      return message;
    }
    try {
      Append append =
          (Append)
              TallyKind.EVENT.accept(
                  Namespace.DEFAULT, recording.counter(), List.of(recording.draft()), false);
      return new ReferenceMessage.AcceptedRecording(
          recording.ref(), recording.counter(), append.events().get(0), recording.confirmed());
    } catch (InvalidDraft invalid) {
      throw invalid.finding();
    }
  }

  /** The ref of whatever is an object, even if it is no message. */
  private static void checkRef(String text, OptionalLong ours) {
    if (MeantDifference.in(text).isEmpty()) {
      ReferenceJson.parse(text)
          .map(ReferenceJson.Parsed::value)
          .ifPresent(json -> Finding.unlessEqual(ours, ReferenceMessage.firstRef(json), "the ref"));
    }
  }
}

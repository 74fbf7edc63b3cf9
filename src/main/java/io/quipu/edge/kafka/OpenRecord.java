package io.quipu.edge.kafka;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A record of which not all events are decided. Confined to the context of its {@link Delivery}.
 */
final class OpenRecord {
  private final SentRecord sent;
  private final Consumer<Delivered> whenDecided;
  private int undecided;
  private @Nullable NotCounted refusal;

  /**
   * @param whenDecided is told once, when all of its events are decided
   */
  OpenRecord(SentRecord sent, Consumer<Delivered> whenDecided) {
    this.sent = sent;
    this.whenDecided = whenDecided;
    this.undecided = sent.events().size();
  }

  SentRecord sent() {
    return sent;
  }

  /** One of its events is acknowledged. */
  void acknowledged() {
    undecided--;
    tell();
  }

  /** One of its events is not sent again; of several reasons that counts which weighs most. */
  void refused(NotCounted why) {
    refusal = refusal == null || why.outweighs(refusal) ? why : refusal;
    undecided--;
    tell();
  }

  private void tell() {
    if (undecided == 0) {
      whenDecided.accept(new Delivered(sent, refusal));
    }
  }
}

package io.quipu.edge.kafka;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A record with undecided events. Confined to the context of its {@link Delivery}. */
final class OpenRecord {
  private final SentRecord sent;
  private final Consumer<Delivered> whenDecided;
  private int undecided;
  private @Nullable NotCounted refusal;

  /**
   * @param whenDecided called once, when each event of the record is acknowledged or refused
   */
  OpenRecord(SentRecord sent, Consumer<Delivered> whenDecided) {
    this.sent = sent;
    this.whenDecided = whenDecided;
    this.undecided = sent.events().size();
  }

  SentRecord sent() {
    return sent;
  }

  /** Notes that one event is acknowledged. */
  void acknowledged() {
    undecided--;
    tell();
  }

  /** Notes that one event is not sent again. Of several reasons, the heaviest counts. */
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

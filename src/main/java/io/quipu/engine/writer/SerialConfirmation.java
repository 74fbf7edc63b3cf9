package io.quipu.engine.writer;

import io.quipu.engine.time.CoalescingReads;
import io.quipu.engine.writer.WriterRegistry.WriterRow;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/**
 * Finds out whether a writer is live by a serial read of the writer's row, so that no clock is
 * trusted. Requests that come during a read share the next read, because the running read may have
 * been answered before the rows of these requests were durable. Confined to one context.
 */
public final class SerialConfirmation implements Confirmation {
  private final CoalescingReads<UUID, Boolean> reads;

  public SerialConfirmation(WriterRegistry registry) {
    this.reads =
        new CoalescingReads<>(
            writer ->
                registry
                    .writerSerial(writer)
                    .thenApply(row -> row.filter(WriterRow::live).isPresent()),
            () -> {});
  }

  @Override
  public CompletionStage<Boolean> stillLive(Incarnation incarnation) {
    return reads.join(incarnation.writer());
  }
}

package io.quipu.ingest;

import io.quipu.kind.RecordOutcome;
import io.quipu.page.Layout;
import io.quipu.writer.Watermark;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The writes of resets, which do not queue with those of events: each has a row with one timeuuid
 * on all pages of its counter, so all of its parts are written at once. Confined to one context.
 */
final class ResetWrites {
  /** Most writes that are not decided; what would be more is refused. */
  static final int MOST = 128;

  private final PartitionWrite.Dependencies writing;
  private final Layout layout;
  private final Runnable decided;
  private int undecided;

  /**
   * @param decided told of each write that was decided
   */
  ResetWrites(PartitionWrite.Dependencies writing, Layout layout, Runnable decided) {
    this.writing = writing;
    this.layout = layout;
    this.decided = decided;
  }

  int undecided() {
    return undecided;
  }

  /** The parts that a reset is written to, with its pages in each. */
  private Map<Integer, List<Integer>> parts(Reset reset) {
    return layout.pagesOf(reset.counter(), reset.shards()).stream()
        .collect(Collectors.groupingBy(layout::part, TreeMap::new, Collectors.toList()));
  }

  /**
   * Writes a reset, under an incarnation whose lease holds.
   *
   * @param queues by part, for the retention of the reset
   * @return null if too many are under way
   */
  @Nullable CompletableFuture<RecordOutcome> write(
      Reset reset, Watermark watermark, Function<Integer, PartitionQueue> queues) {
    Map<Integer, List<Integer>> parts = parts(reset);
    if (undecided > 0 && undecided + parts.size() > MOST) {
      return null;
    }
    undecided += parts.size();
    Watermark.Minted minted = watermark.mint(1, parts.size());
    PendingReset pending = new PendingReset(reset.counter(), minted.at(0), parts.size());
    Ends ends = new Ends(pending);
    List<PartitionWrite> writes =
        parts.entrySet().stream()
            .map(
                part ->
                    new PartitionWrite(
                        writing,
                        watermark.incarnation(),
                        queues.apply(part.getKey()),
                        minted,
                        pending.on(part.getValue()),
                        ends))
            .toList();
    writes.forEach(PartitionWrite::begin);
    return pending.answer();
  }

  /** Nothing waits behind the write of a reset. */
  private final class Ends implements PartitionWrite.Listener {
    private final PendingReset pending;

    private Ends(PendingReset pending) {
      this.pending = pending;
    }

    @Override
    public void ended(PartitionQueue queue) {}

    @Override
    public void decided(PartitionQueue queue) {
      undecided--;
      decided.run();
    }

    @Override
    public void failed(PartitionQueue queue, WrittenRows rows, RuntimeException defect) {
      pending.answer().completeExceptionally(defect);
    }
  }
}

package io.quipu.engine.checkpoint;

import io.quipu.engine.ids.RunBlock;
import io.quipu.engine.ids.RunEntry;
import io.quipu.engine.ids.RunRows;
import io.quipu.engine.state.IdRun;
import io.quipu.engine.state.RunPlace;
import io.quipu.engine.store.CounterStores;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.BoundedConcurrency;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/**
 * One merge of runs, piece by piece: it reads the blocks of all runs with the hashes of a piece,
 * and writes the piece. So it holds the ids of one piece, however long the runs are. Two processes
 * may write the same merge, with the same ids. Confined to one context.
 */
final class RunMerge {
  private static final int READS_AT_ONCE = 4;

  private final int page;
  private final IdRun into;
  private final List<IdRun> from;
  private final CounterStores stores;
  private boolean stopped;

  RunMerge(int page, IdRun into, List<IdRun> from, CounterStores stores) {
    this.page = page;
    this.into = into;
    this.from = from;
    this.stores = stores;
  }

  /** Has the merge fail before its next piece. */
  void stop() {
    stopped = true;
  }

  /** Writes all rows. Fails with the store unavailable if a row may not be durable. */
  CompletionStage<Void> write() {
    return BoundedConcurrency.forEach(
        1, () -> IntStream.range(0, into.pieces()).iterator(), this::piece);
  }

  private CompletionStage<Void> piece(int piece) {
    if (stopped) {
      return CompletableFuture.failedStage(new StoreUnavailable("the page was left", null));
    }
    Found found = new Found(piece);
    return BoundedConcurrency.forEach(READS_AT_ONCE, from, run -> read(run, found))
        .thenCompose(
            read -> {
              RunRows rows = RunRows.of(into, piece, found.erasures, found.entries);
              RunPlace place = into.place(page, piece);
              stores.filters().put(place, rows.filter());
              return stores.ids().write(place, rows.erasures(), rows.blocks());
            })
        .thenAccept(outcome -> outcome.require("settled ids could not be merged"));
  }

  /** Reads the entries of a run that belong into a piece. */
  private CompletionStage<Void> read(IdRun run, Found found) {
    int first = run.firstOverlapping(into, found.piece * IdRun.BLOCKS_IN_PIECE);
    int last = run.lastOverlapping(into, into.endOfPiece(found.piece));
    Map<Integer, List<Integer>> byPiece = new TreeMap<>();
    for (int block = first; block <= last; block++) {
      byPiece.computeIfAbsent(block / IdRun.BLOCKS_IN_PIECE, any -> new ArrayList<>()).add(block);
    }
    return BoundedConcurrency.forEach(
        1,
        byPiece.entrySet(),
        some ->
            stores
                .ids()
                .read(run.place(page, some.getKey()), some.getValue())
                .thenAccept(rows -> found.take(rows, some.getValue().size())));
  }

  /** The entries of one piece. */
  private final class Found {
    final int piece;
    final List<RunEntry> entries = new ArrayList<>();
    int erasures;

    Found(int piece) {
      this.piece = piece;
    }

    void take(Map<Integer, ByteBuffer> rows, int blocks) {
      if (rows.size() < blocks) {
        throw new StoreUnavailable("settled ids that are to be merged are missing", null);
      }
      for (ByteBuffer row : rows.values()) {
        RunBlock block = RunBlock.of(row);
        erasures = Math.max(erasures, block.erasures());
        for (RunEntry entry : block.entries()) {
          if (into.blockOf(entry.key()) / IdRun.BLOCKS_IN_PIECE == piece) {
            entries.add(entry);
          }
        }
      }
    }
  }
}

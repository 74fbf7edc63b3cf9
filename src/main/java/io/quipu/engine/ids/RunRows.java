package io.quipu.engine.ids;

import io.quipu.engine.state.IdRun;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The rows of one piece of a run.
 *
 * @param erasures the number of times that ids were taken out of the blocks that these are made
 *     from
 * @param blocks the blobs by block number; the filter has the number {@link #FILTER}
 */
public record RunRows(
    int piece, int erasures, RunFilter filter, SortedMap<Integer, ByteBuffer> blocks) {
  /** The number of the row with the filter of a piece. */
  public static final int FILTER = -1;

  /** The rows of a whole run, by piece. Blocks without entries have a row, too. */
  public static List<RunRows> of(IdRun run, Collection<RunEntry> entries) {
    List<List<RunEntry>> pieces = new ArrayList<>();
    for (int piece = 0; piece < run.pieces(); piece++) {
      pieces.add(new ArrayList<>());
    }
    for (RunEntry entry : entries) {
      pieces.get(run.blockOf(entry.key()) / IdRun.BLOCKS_IN_PIECE).add(entry);
    }
    List<RunRows> all = new ArrayList<>();
    for (int piece = 0; piece < pieces.size(); piece++) {
      all.add(of(run, piece, 0, pieces.get(piece)));
    }
    return all;
  }

  /**
   * The rows of one piece.
   *
   * @param entries all of this piece
   */
  public static RunRows of(IdRun run, int piece, int erasures, Collection<RunEntry> entries) {
    int first = piece * IdRun.BLOCKS_IN_PIECE;
    List<List<RunEntry>> byBlock = new ArrayList<>();
    for (int block = first; block < run.endOfPiece(piece); block++) {
      byBlock.add(new ArrayList<>());
    }
    for (RunEntry entry : entries) {
      byBlock.get(run.blockOf(entry.key()) - first).add(entry);
    }
    RunFilter filter = RunFilter.of(entries, run.pieces() == 1);
    SortedMap<Integer, ByteBuffer> rows = new TreeMap<>();
    rows.put(FILTER, filter.blob());
    for (int i = 0; i < byBlock.size(); i++) {
      rows.put(first + i, RunBlock.of(erasures, byBlock.get(i)).blob());
    }
    return new RunRows(piece, erasures, filter, rows);
  }
}

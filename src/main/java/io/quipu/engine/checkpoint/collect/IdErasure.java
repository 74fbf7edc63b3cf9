package io.quipu.engine.checkpoint.collect;

import io.quipu.engine.ids.RunBlock;
import io.quipu.engine.ids.RunEntry;
import io.quipu.engine.ids.RunFilter;
import io.quipu.engine.ids.RunRows;
import io.quipu.engine.names.IdHash;
import io.quipu.engine.state.IdRun;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.state.RunPlace;
import io.quipu.engine.store.Extent;
import io.quipu.engine.store.SettledIds;
import io.quipu.engine.time.BoundedConcurrency;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Takes the ids of deleted counters out of the runs of a page. Blocks are written again without
 * their entries; the other entries stay where they are. Filters stay as they are, too, and tell
 * which pieces have no id of these counters. Confined to one context.
 *
 * <p>Invariant: nothing is left when no merge is under way and each run was looked through since it
 * was named. A merge may have read its runs before their entries were taken out.
 */
final class IdErasure {
  private static final int PIECES_AT_ONCE = 2;

  private final ErasureSite site;
  private final int page;
  private final SettledIds ids;
  private final long namespace;

  /** The hashes of the counters; empty for all of the namespace. */
  private final Set<Long> counters = new TreeSet<>();

  IdErasure(ErasureSite site, int page, Extent extent) {
    this.site = site;
    this.page = page;
    this.ids = site.stores().ids();
    IdHash hash = new IdHash(site.layout().seed());
    this.namespace = hash.namespace(extent.stored());
    List<String> names = extent.names();
    if (names != null) {
      names.forEach(name -> counters.add(hash.of(extent.stored(), name).counter()));
    }
  }

  /**
   * Takes out all ids. Fails with the store unavailable.
   *
   * @return false if ids may be left, because a merge is under way
   */
  CompletionStage<Boolean> erase(PageHeader header) {
    return erase(header, new TreeSet<>());
  }

  private CompletionStage<Boolean> erase(PageHeader header, Set<IdRun> done) {
    List<IdRun> left =
        Stream.concat(header.ids().live().stream(), header.ids().gone().stream())
            .filter(run -> !done.contains(run))
            .toList();
    return left.isEmpty()
        ? CompletableFuture.completedStage(header.ids().merges().isEmpty())
        : BoundedConcurrency.forEach(1, left, this::run)
            .thenCompose(erased -> site.headers(List.of(page)))
            .thenCompose(
                headers -> {
                  done.addAll(left);
                  return erase(Objects.requireNonNull(headers.get(page)), done);
                });
  }

  private CompletionStage<Void> run(IdRun run) {
    return BoundedConcurrency.forEach(
        PIECES_AT_ONCE,
        () -> IntStream.range(0, run.pieces()).iterator(),
        piece -> piece(run, piece));
  }

  private CompletionStage<Void> piece(IdRun run, int piece) {
    RunPlace place = run.place(page, piece);
    return ids.read(place, List.of(RunRows.FILTER))
        .thenCompose(
            found -> {
              ByteBuffer filter = found.get(RunRows.FILTER);
              return filter != null && mayHave(RunFilter.of(filter))
                  ? blocks(run, piece, place)
                  : CompletableFuture.completedStage(null);
            });
  }

  private boolean mayHave(RunFilter filter) {
    return filter.mayHave(namespace)
        && (counters.isEmpty() || counters.stream().anyMatch(filter::mayHave));
  }

  private CompletionStage<Void> blocks(IdRun run, int piece, RunPlace place) {
    List<Integer> all =
        IntStream.range(piece * IdRun.BLOCKS_IN_PIECE, run.endOfPiece(piece)).boxed().toList();
    return ids.read(place, all)
        .thenCompose(
            rows -> BoundedConcurrency.forEach(1, rows.entrySet(), row -> block(place, row)));
  }

  private CompletionStage<Void> block(RunPlace place, Map.Entry<Integer, ByteBuffer> row) {
    RunBlock before = RunBlock.of(row.getValue());
    RunBlock after = before.without(this::isErased);
    return after.erasures() == before.erasures()
        ? CompletableFuture.completedStage(null)
        : ExtentErasure.written(
            ids.write(place, after.erasures(), new TreeMap<>(Map.of(row.getKey(), after.blob()))));
  }

  private boolean isErased(RunEntry entry) {
    return entry.key().namespace() == namespace
        && (counters.isEmpty() || counters.contains(entry.key().counter()));
  }
}

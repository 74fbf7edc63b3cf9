package io.quipu.engine.checkpoint.dedup;

import io.quipu.engine.ids.RunBlock;
import io.quipu.engine.ids.RunEntry;
import io.quipu.engine.ids.RunFilter;
import io.quipu.engine.ids.RunFilters;
import io.quipu.engine.ids.RunRows;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.IdHash;
import io.quipu.engine.names.IdKey;
import io.quipu.engine.state.IdRun;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.state.RunPlace;
import io.quipu.engine.store.SettledIds;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.EventTime;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One search for ids in the runs of a page. Filters tell most runs that lack an id. The blocks of
 * the other runs decide. Confined to one context.
 *
 * <p>Invariant: a row that is missing is a failure, never an answer, because all rows of a run are
 * durable before the next step names the run. Only the rows of the last step may be missing: its
 * ids are pending in the states that were read with the header.
 */
final class RunSearch {
  private static final int AT_ONCE = 16;

  /** With fewer ids in a piece, a search asks for blocks and not for a filter that has no room. */
  private static final int FEW_IDS = 8;

  private final int page;
  private final PageHeader header;
  private final SettledIds ids;
  private final RunFilters filters;
  private final boolean crowded;
  private final Map<Second, Group> groups = new HashMap<>();
  private final Map<IdRun, List<@Nullable Piece>> pieces = new TreeMap<>();

  RunSearch(int page, PageHeader header, SettledIds ids, RunFilters filters) {
    this.page = page;
    this.header = header;
    this.ids = ids;
    this.filters = filters;
    this.crowded = filters.isCrowdedBy(header.ids().ids());
  }

  /** The rows of one second and window, which may repeat ids of the same runs. */
  private record Second(long second, int window) implements Comparable<Second> {
    @Override
    public int compareTo(Second other) {
      int order = Long.compare(second, other.second);
      return order != 0 ? order : Integer.compare(window, other.window);
    }
  }

  private record Group(List<IdRun> runs, List<Wanted> ids) {}

  private record Wanted(IdKey key, CounterName counter, String id) {}

  /** A piece of a run, and the blocks of it that are to be read. */
  private static final class Piece {
    final RunPlace place;
    final boolean isOfLastStep;
    final Set<Integer> blocks = new TreeSet<>();
    final Map<IdKey, Wanted> wanted = new HashMap<>();
    @Nullable RunFilter filter;
    int ids;

    Piece(RunPlace place, boolean isOfLastStep, @Nullable RunFilter filter) {
      this.place = place;
      this.isOfLastStep = isOfLastStep;
      this.filter = filter;
    }

    void ask(IdRun run, Wanted id) {
      RunFilter known = filter;
      if (known == null || known.mayHave(id.key.low())) {
        blocks.add(run.blockOf(id.key));
        wanted.put(id.key, id);
      }
    }
  }

  /** Adds ids of a counter. */
  void add(IdHash.OfCounter hash, CounterName counter, Collection<IdRow> rows) {
    for (IdRow row : rows) {
      EventTime at = EventTime.of(row.at());
      Group group =
          groups.computeIfAbsent(
              new Second(at.epochSecond(), row.window()),
              any -> new Group(header.ids().before(at, row.window()), new ArrayList<>()));
      if (!group.runs.isEmpty()) {
        group.ids.add(new Wanted(hash.key(row.id()), counter, row.id()));
      }
    }
  }

  /** Hands the counted rows of all added ids to {@code sink}. Fails with the store unavailable. */
  CompletionStage<Void> find(SettledIds.Sink sink) {
    groups.values().forEach(group -> each(group, (piece, run, id) -> piece.ids++));
    List<Piece> unknown = all(piece -> piece.filter == null && !(crowded && piece.ids < FEW_IDS));
    return BoundedConcurrency.forEach(AT_ONCE, unknown, this::load)
        .thenCompose(
            loaded -> {
              groups.values().forEach(group -> each(group, Piece::ask));
              List<Piece> asked = all(piece -> !piece.blocks.isEmpty());
              return BoundedConcurrency.forEach(AT_ONCE, asked, piece -> read(piece, sink));
            });
  }

  private List<Piece> all(Predicate<Piece> some) {
    List<Piece> found = new ArrayList<>();
    for (List<@Nullable Piece> ofRun : pieces.values()) {
      for (Piece piece : ofRun) {
        if (piece != null && some.test(piece)) {
          found.add(piece);
        }
      }
    }
    return found;
  }

  private interface Visit {
    void visit(Piece piece, IdRun run, Wanted id);
  }

  /** Visits the pieces that may have ids of a group, run by run: a filter stays in the cache. */
  private void each(Group group, Visit visit) {
    for (IdRun run : group.runs) {
      List<@Nullable Piece> ofRun =
          pieces.computeIfAbsent(
              run, any -> new ArrayList<>(Collections.nCopies(run.pieces(), null)));
      for (Wanted id : group.ids) {
        int number = run.blockOf(id.key) / IdRun.BLOCKS_IN_PIECE;
        Piece piece = ofRun.get(number);
        if (piece == null) {
          RunPlace place = run.place(page, number);
          piece = new Piece(place, run.isOfStep(header.step()), filters.get(place));
          ofRun.set(number, piece);
        }
        visit.visit(piece, run, id);
      }
    }
  }

  private CompletionStage<Void> load(Piece piece) {
    return ids.read(piece.place, List.of(RunRows.FILTER))
        .thenAccept(
            rows -> {
              ByteBuffer row = rows.get(RunRows.FILTER);
              if (row != null) {
                RunFilter filter = RunFilter.of(row);
                piece.filter = filter;
                filters.put(piece.place, filter);
              } else {
                mayBeMissing(piece);
              }
            });
  }

  private CompletionStage<Void> read(Piece piece, SettledIds.Sink sink) {
    return ids.read(piece.place, piece.blocks)
        .thenAccept(
            rows -> {
              if (rows.size() < piece.blocks.size()) {
                mayBeMissing(piece);
              }
              rows.values()
                  .forEach(
                      row -> RunBlock.of(row).entries().forEach(one -> hand(piece, one, sink)));
            });
  }

  private void hand(Piece piece, RunEntry entry, SettledIds.Sink sink) {
    Wanted id = piece.wanted.get(entry.key());
    if (id != null && EventTime.of(entry.at()).isBefore(header.until())) {
      sink.counted(id.counter, entry.counted(id.id));
    }
  }

  private static void mayBeMissing(Piece piece) {
    if (!piece.isOfLastStep) {
      throw new StoreUnavailable("settled ids are missing or deleted: " + piece.place, null);
    }
  }
}

package io.quipu.engine.query;

import io.quipu.engine.model.EventPartition;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.NamedPartitions;
import io.quipu.engine.time.CoalescingReads;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which event partitions exist, part by part. Confined to one context.
 *
 * <p>Invariant: an answer comes from queries that began after the question. All who ask about a
 * part before its next queries begin share them; nobody joins those under way, which may have begun
 * before an event was acknowledged that he must see.
 */
public final class DirectoryReads {
  /** Partitions of a part that are remembered, to be guessed. */
  private static final int MOST_KNOWN = 64;

  private final EventDirectory directory;
  private final CoalescingReads<Integer, NavigableSet<EventPartition>> reads;
  private final Map<Integer, Part> parts = new HashMap<>();

  /**
   * @param directory completes on the context
   * @param context executes after what is executing now: questions of one turn share their queries
   */
  public DirectoryReads(EventDirectory directory, Executor context) {
    this.directory = directory;
    this.reads = new CoalescingReads<>(part -> part(part).read(), context, () -> {});
  }

  /**
   * The partitions of a part that are named now and may hold rows at or after {@code from}, without
   * an upper bound. Fails with the store unavailable.
   */
  public CompletionStage<NavigableSet<EventPartition>> named(int part, EventTime from) {
    EventPartition first = firstOf(from);
    part(part).asked(first);
    return reads.join(part).thenApply(found -> found.tailSet(first, true));
  }

  /**
   * The partitions of a part as far as they were known lately: some may be missing, and some be
   * gone.
   */
  NavigableSet<EventPartition> known(int part, EventTime from) {
    return part(part).known.tailSet(firstOf(from), true);
  }

  private static EventPartition firstOf(EventTime from) {
    return new EventPartition(0, EventPartition.bucketOf(from), 0);
  }

  private Part part(int part) {
    return parts.computeIfAbsent(part, Part::new);
  }

  private final class Part {
    final NavigableSet<EventPartition> known = new TreeSet<>();
    private final NamedPartitions named;

    /** The earliest partition that the next read is asked for. */
    private @Nullable EventPartition asked;

    Part(int part) {
      this.named = new NamedPartitions(directory, part);
    }

    void asked(EventPartition first) {
      asked = asked == null || first.compareTo(asked) < 0 ? first : asked;
    }

    CompletionStage<NavigableSet<EventPartition>> read() {
      EventPartition first = Objects.requireNonNull(asked);
      asked = null;
      return named.all(first.start()).thenApply(found -> learned(first, found));
    }

    private NavigableSet<EventPartition> learned(
        EventPartition first, NavigableSet<EventPartition> found) {
      known.tailSet(first, true).clear();
      known.addAll(found);
      while (known.size() > MOST_KNOWN) {
        known.pollFirst();
      }
      return found;
    }
  }
}

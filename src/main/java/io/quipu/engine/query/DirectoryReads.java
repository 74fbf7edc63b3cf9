package io.quipu.engine.query;

import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.NamedPartitions;
import io.quipu.engine.time.CoalescingReads;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
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
 * <p>Invariant: an answer comes from queries that began after the question. Questions about one
 * part share the next read of that part. No question joins a running read, because the read may
 * have begun before the acknowledgement of an event that the question must see.
 */
public final class DirectoryReads {
  /** The maximum number of partitions of a part that are remembered to be read on a guess. */
  private static final int MOST_KNOWN = 64;

  private final EventDirectory directory;
  private final CoalescingReads<Integer, NavigableSet<EventPartition>> reads;
  private final Map<Integer, Part> parts = new HashMap<>();

  /**
   * @param directory a directory that completes its stages on the context
   * @param context runs a task after the current task, so that questions of one turn share queries
   */
  public DirectoryReads(EventDirectory directory, Executor context) {
    this.directory = directory;
    this.reads = new CoalescingReads<>(part -> part(part).read(), context, () -> {});
  }

  /**
   * Finds the partitions of a part that are named now and may hold rows at or after {@code from},
   * without an upper bound. Fails with the store unavailable.
   */
  public CompletionStage<NavigableSet<EventPartition>> named(int part, EventTime from) {
    EventPartition first = firstOf(from);
    part(part).asked(first);
    return reads.join(part).thenApply(found -> found.tailSet(first, true));
  }

  /**
   * Returns the partitions at or after {@code from} that are remembered from earlier queries. Some
   * partitions may be missing, and some of the remembered partitions may be gone by now.
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

    /** The earliest partition that questions of the next read ask for; null without questions. */
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

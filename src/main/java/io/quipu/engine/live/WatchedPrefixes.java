package io.quipu.engine.live;

import io.quipu.engine.live.LiveMessages.Born;
import io.quipu.engine.live.LiveMessages.CounterList;
import io.quipu.engine.live.LiveMessages.Prefix;
import io.quipu.engine.live.LiveMessages.WatchPrefix;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.store.CounterNames;
import io.quipu.engine.store.LivingNames;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.AsyncSemaphore;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.time.CoalescingReads;
import io.quipu.engine.time.Periodic;
import io.quipu.engine.time.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The watched prefixes, with the known counters of each prefix. Publishes new counters. A new
 * counter that changes in this process is known at once. Other new counters are known from a list,
 * after they are settled. Each prefix is listed once a period for all its subscribers. A later
 * subscriber gets the known counters at once, and new counters together with the others. A prefix
 * with more than {@link #MOST_COUNTERS} counters is not listed again. Confined to the scheduler's
 * context.
 */
public final class WatchedPrefixes {
  /** The maximum number of watched prefixes. */
  static final int MOST = 100;

  /** The maximum number of counters of one prefix that are published. */
  static final int MOST_COUNTERS = 1_000;

  /** The maximum {@link #bytes(String)} of the known names of all prefixes together. */
  static final long MOST_BYTES = 8 * 1024 * 1024;

  /** The maximum number of lists at once. A list has up to {@link #MOST_COUNTERS} + 1 names. */
  static final int AT_ONCE = 2;

  private static final int NAME_BYTES = 100;

  private final LivingNames names;
  private final BiConsumer<String, Born> publish;
  private final Consumer<Boolean> watching;
  private final Periodic rounds;
  private final Map<String, Map<Prefix, Watched>> byNamespace = new TreeMap<>();
  private final AsyncSemaphore slots = new AsyncSemaphore(AT_ONCE);
  private final CoalescingReads<Prefix, Void> lists =
      new CoalescingReads<>(prefix -> slots.run(() -> list(prefix)), () -> {});
  private int size;
  private long bytes;

  /**
   * @param publish sends new counters to a subscriber
   * @param watching takes true when the first prefix is watched, and false when no prefix is
   *     watched any more; hints of changes are needed only in between
   * @param pause the pause between two rounds; each round lists all prefixes
   */
  public WatchedPrefixes(
      CounterNames names,
      BiConsumer<String, Born> publish,
      Consumer<Boolean> watching,
      Scheduler scheduler,
      Duration pause) {
    this.names = new LivingNames(names);
    this.publish = publish;
    this.watching = watching;
    this.rounds = new Periodic(scheduler, pause, this::listAll);
  }

  private static final class Watched {
    final Prefix prefix;
    final Set<String> subscribers = new TreeSet<>();
    final Set<String> known = new LinkedHashSet<>();
    long bytes;
    boolean listed;

    /** The prefix has more than {@link #MOST_COUNTERS} counters. */
    boolean more;

    /** Some counters are not known, because of {@link #MOST_BYTES}. */
    boolean cut;

    boolean toldMore;

    Watched(Prefix prefix) {
      this.prefix = prefix;
    }

    CompletionStage<CounterList> list() {
      return cut ? tooMuch() : completed(new CounterList(List.copyOf(known), more));
    }
  }

  public void start() {
    rounds.start();
  }

  public void stop() {
    rounds.stop();
  }

  /**
   * Serves a request to watch a prefix, or to watch it no longer. First lists a prefix that has no
   * complete list. Fails with the store unavailable if the list fails or {@link #MOST_BYTES} leaves
   * no room for its names, but still watches the prefix, until the subscriber ends the watch. Also
   * fails, without a watch, if {@link #MOST} others are watched.
   */
  public CompletionStage<CounterList> serve(WatchPrefix watch) {
    Prefix prefix = watch.prefix();
    Watched watched = find(prefix);
    if (!watch.on()) {
      if (watched != null) {
        watched.subscribers.remove(watch.subscriber());
        forgetUnwatched(watched);
      }
      return completed(new CounterList(List.of(), false));
    }
    if (watched == null) {
      if (size == MOST) {
        return tooMuch();
      }
      watched = create(prefix);
    }
    Watched found = watched;
    found.subscribers.add(watch.subscriber());
    return found.listed && !found.cut
        ? found.list()
        : lists.join(prefix).thenCompose(listed -> found.list());
  }

  private static CompletionStage<CounterList> completed(CounterList list) {
    return CompletableFuture.completedStage(list);
  }

  private static CompletionStage<CounterList> tooMuch() {
    return CompletableFuture.failedStage(
        StoreUnavailable.busy("This instance follows too many prefixes."));
  }

  /** Takes a hint that a counter changed. Publishes the counter if it is new for a prefix. */
  public void changed(CounterName counter) {
    Map<Prefix, Watched> some = byNamespace.get(counter.storedNamespace());
    if (some != null) {
      for (Watched watched : some.values()) {
        if (watched.prefix.holds(counter)) {
          found(watched, List.of(counter.name()));
        }
      }
    }
  }

  /** The number of prefixes that are watched. */
  int size() {
    return size;
  }

  private @Nullable Watched find(Prefix prefix) {
    return byNamespace.getOrDefault(prefix.stored(), Map.of()).get(prefix);
  }

  private Watched create(Prefix prefix) {
    Watched watched = new Watched(prefix);
    byNamespace.computeIfAbsent(prefix.stored(), any -> new HashMap<>()).put(prefix, watched);
    size++;
    if (size == 1) {
      watching.accept(true);
    }
    return watched;
  }

  private void forgetUnwatched(Watched watched) {
    Map<Prefix, Watched> some = byNamespace.get(watched.prefix.stored());
    if (watched.subscribers.isEmpty() && some != null && some.remove(watched.prefix, watched)) {
      if (some.isEmpty()) {
        byNamespace.remove(watched.prefix.stored());
      }
      size--;
      bytes -= watched.bytes;
      if (size == 0) {
        watching.accept(false);
      }
    }
  }

  private CompletionStage<?> listAll() {
    List<Watched> all = new ArrayList<>();
    byNamespace.values().forEach(some -> all.addAll(some.values()));
    return BoundedConcurrency.forEach(
        AT_ONCE, all, watched -> lists.join(watched.prefix).exceptionally(missed -> null));
  }

  private CompletionStage<Void> list(Prefix prefix) {
    Watched watched = find(prefix);
    if (watched == null || watched.more) {
      return CompletableFuture.completedStage(null);
    }
    return names
        .list(prefix.counters(), NameRange.of(prefix.prefix()), MOST_COUNTERS + 1)
        .thenAccept(found -> listed(watched, found.stream().map(CounterName::name).toList()));
  }

  private void listed(Watched watched, List<String> names) {
    if (find(watched.prefix) == watched) {
      watched.listed = true;
      watched.cut = false;
      found(watched, names);
    }
  }

  private void found(Watched watched, Collection<String> names) {
    List<String> born = new ArrayList<>();
    for (String name : names) {
      if (!watched.known.contains(name) && hasRoom(watched, name)) {
        watched.known.add(name);
        watched.bytes += bytes(name);
        bytes += bytes(name);
        born.add(name);
      }
    }
    boolean more = watched.more || watched.cut;
    if (!born.isEmpty() || more != watched.toldMore) {
      watched.toldMore = more;
      Born told = new Born(watched.prefix, born, more);
      watched.subscribers.forEach(subscriber -> publish.accept(subscriber, told));
    }
  }

  private boolean hasRoom(Watched watched, String name) {
    watched.more |= watched.known.size() == MOST_COUNTERS;
    watched.cut |= !watched.more && bytes + bytes(name) > MOST_BYTES;
    return !watched.more && !watched.cut;
  }

  /** The maximum number of bytes that a name takes in memory. */
  static long bytes(String name) {
    return NAME_BYTES + 2L * name.length();
  }
}

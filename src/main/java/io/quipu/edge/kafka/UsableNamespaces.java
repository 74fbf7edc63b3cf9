package io.quipu.edge.kafka;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.names.Breakdowns;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.namespace.LookedUp;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.SafeStart;
import io.quipu.engine.time.Scheduler;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The namespaces of the mappings, each read again 2 s after its last read. A namespace cannot be
 * used while it is missing, lacks a label, or may forget an id while its record can still come
 * again. So no redelivered record counts twice. Nor can it be used when its last answer is too old
 * ({@link LookedUp}): each namespace by itself, so none holds up another, and none keeps the
 * settings that another had before. Confined to the context of the scheduler, except {@link #get}.
 */
final class UsableNamespaces {
  private static final Logger log = LoggerFactory.getLogger(UsableNamespaces.class);
  private static final Duration PAUSE = Duration.ofSeconds(2);

  /** The margin for clock differences, and for the time from the last read to a recording. */
  private static final long MARGIN_SECONDS = 3_600;

  private final Map<String, Set<String>> wanted;
  private final Function<String, CompletionStage<Optional<Namespace>>> find;
  private final KnownKinds kinds;
  private final int redelivery;
  private final Clock clock;
  private final Scheduler scheduler;
  private final Map<String, LookedUp> checked = new ConcurrentHashMap<>();
  private final Map<String, String> complaints = new HashMap<>();
  private boolean stopped;

  /**
   * @param wanted the names, each with the labels that events get
   * @param find reads a namespace; empty if there is none; may fail
   * @param redelivery the seconds or {@code FOREVER}, as in {@link KafkaSettings}
   */
  UsableNamespaces(
      Map<String, Set<String>> wanted,
      Function<String, CompletionStage<Optional<Namespace>>> find,
      KnownKinds kinds,
      int redelivery,
      Clock clock,
      Scheduler scheduler) {
    this.wanted = new TreeMap<>(wanted);
    this.find = find;
    this.kinds = kinds;
    this.redelivery = redelivery;
    this.clock = clock;
    this.scheduler = scheduler;
  }

  /** The namespaces that can be used now, by name. Safe on any thread. */
  Map<String, Namespace> get() {
    Map<String, Namespace> usable = new HashMap<>();
    checked.forEach(
        (name, found) -> {
          Namespace namespace = found.usable(clock);
          if (namespace != null) {
            usable.put(name, namespace);
          }
        });
    return usable;
  }

  /** Reads the namespaces now, and again after each pause until {@link #stop} is called. */
  void look() {
    wanted.keySet().forEach(this::look);
  }

  private void look(String name) {
    long asked = clock.monotonicNanos();
    var unused =
        SafeStart.of(() -> check(name, asked))
            .whenComplete(
                (done, defect) -> {
                  if (defect != null) {
                    met(name, defect);
                  }
                  if (!stopped) {
                    scheduler.after(PAUSE, () -> look(name));
                  }
                });
  }

  /**
   * Reads and checks a namespace. After a failed read, the earlier answer holds until it is old.
   */
  private CompletionStage<Void> check(String name, long asked) {
    return find.apply(name)
        .handle(
            (found, failure) -> {
              if (failure == null) {
                decide(name, found, asked);
              } else if (!get().containsKey(name)) {
                tell(name, "namespace " + name + " cannot be read");
              }
              return null;
            });
  }

  /** Makes the namespace unusable, as one that was not checked may forget ids. */
  private void met(String name, Throwable defect) {
    checked.remove(name);
    String complaint = "a defect keeps namespace " + name + " from being checked";
    if (!complaint.equals(complaints.put(name, complaint))) {
      log.error("Nothing is taken from Kafka: {}", complaint, defect);
    }
  }

  void stop() {
    stopped = true;
  }

  private void decide(String name, Optional<Namespace> found, long asked) {
    Namespace namespace = found.orElse(null);
    String objection =
        namespace == null
            ? "there is no namespace " + name + "; create it with kind unique"
            : objection(namespace);
    if (namespace != null && objection == null) {
      checked.put(name, new LookedUp(namespace, asked));
    } else {
      checked.remove(name);
    }
    tell(name, objection);
  }

  private @Nullable String objection(Namespace namespace) {
    Set<String> lacking = new TreeSet<>(wanted.getOrDefault(namespace.name(), Set.of()));
    lacking.removeAll(Breakdowns.of(namespace).labels());
    return lacking.isEmpty()
        ? forgets(namespace)
        : "namespace "
            + namespace.name()
            + " lacks labels of its mapping: "
            + String.join(", ", lacking);
  }

  private @Nullable String forgets(Namespace namespace) {
    int remembered;
    try {
      remembered = kinds.of(namespace).remembers(namespace);
    } catch (InvalidInput laterKind) {
      return laterKind.getMessage();
    }
    if (remembered == DeduplicationWindow.FOREVER) {
      return null;
    }
    String what = "namespace " + namespace.name();
    if (remembered < 0) {
      return what + " remembers no ids, and would count a record again; it cannot be used";
    }
    if (redelivery == DeduplicationWindow.FOREVER) {
      return what
          + " remembers ids for "
          + namespace.deduplicate().label()
          + ", and a record may come again later: use kind unique, set deduplicate to forever, or"
          + " say in QUIPU_KAFKA_REDELIVERY how late one can come";
    }
    return remembered - MARGIN_SECONDS < redelivery
        ? what
            + " remembers ids for "
            + namespace.deduplicate().label()
            + ", which has to be an hour longer than QUIPU_KAFKA_REDELIVERY"
        : null;
  }

  private void tell(String name, @Nullable String now) {
    String before = now == null ? complaints.remove(name) : complaints.put(name, now);
    if (now != null && !now.equals(before)) {
      log.warn("Nothing is taken from Kafka: {}", now);
    } else if (now == null && before != null) {
      log.info("Namespace {}, to which topics of Kafka are mapped, can be used", name);
    }
  }
}

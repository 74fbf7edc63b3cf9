package io.quipu.edge.kafka;

import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.model.Breakdowns;
import io.quipu.engine.model.DeduplicationWindow;
import io.quipu.engine.model.InvalidInput;
import io.quipu.engine.model.Namespace;
import io.quipu.engine.time.SafeStart;
import io.quipu.engine.time.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The namespaces of the mappings, read again 2 s after each read. None is usable while one of them
 * is missing, lacks a label, or may forget an id while its record can still come again. So no
 * redelivered record counts twice. Confined to the context of the scheduler, except {@link #get}.
 */
final class UsableNamespaces {
  private static final Logger log = LoggerFactory.getLogger(UsableNamespaces.class);
  private static final Duration PAUSE = Duration.ofSeconds(2);

  /** The margin for clock differences, and for the time from the last read to a recording. */
  private static final long MARGIN_SECONDS = 3_600;

  private static final String DEFECT = "a defect keeps its namespaces from being checked";

  private final Map<String, Set<String>> wanted;
  private final Function<String, CompletionStage<Optional<Namespace>>> find;
  private final KnownKinds kinds;
  private final int redelivery;
  private final Scheduler scheduler;
  private volatile Map<String, Namespace> usable = Map.of();
  private @Nullable String complaint;
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
      Scheduler scheduler) {
    this.wanted = new TreeMap<>(wanted);
    this.find = find;
    this.kinds = kinds;
    this.redelivery = redelivery;
    this.scheduler = scheduler;
  }

  /** All namespaces by name; empty while one of them is not usable. Safe on any thread. */
  Map<String, Namespace> get() {
    return usable;
  }

  /** Reads the namespaces now, and again after each pause until {@link #stop} is called. */
  void look() {
    var unused =
        SafeStart.of(this::check)
            .whenComplete(
                (checked, defect) -> {
                  if (defect != null) {
                    met(defect);
                  }
                  if (!stopped) {
                    scheduler.after(PAUSE, this::look);
                  }
                });
  }

  /**
   * Reads and checks the namespaces. After a failed read, {@link #get} returns the earlier ones.
   */
  private CompletionStage<Void> check() {
    Map<String, CompletableFuture<Optional<Namespace>>> asked = new HashMap<>();
    wanted.keySet().forEach(name -> asked.put(name, find.apply(name).toCompletableFuture()));
    return CompletableFuture.allOf(asked.values().toArray(CompletableFuture<?>[]::new))
        .handle(
            (all, failure) -> {
              if (failure == null) {
                Map<String, Optional<Namespace>> found = new HashMap<>();
                asked.forEach((name, answer) -> found.put(name, answer.join()));
                decide(found);
              }
              return null;
            });
  }

  /** Makes no namespace usable, as a namespace that was not checked may forget ids. */
  private void met(Throwable defect) {
    usable = Map.of();
    if (!DEFECT.equals(complaint)) {
      log.error("Nothing is taken from Kafka: {}", DEFECT, defect);
    }
    complaint = DEFECT;
  }

  void stop() {
    stopped = true;
  }

  private void decide(Map<String, Optional<Namespace>> found) {
    Map<String, Namespace> all = new HashMap<>();
    List<String> complaints = new ArrayList<>();
    for (String name : wanted.keySet()) {
      Namespace namespace = found.getOrDefault(name, Optional.empty()).orElse(null);
      String objection =
          namespace == null
              ? "there is no namespace " + name + "; create it with kind unique"
              : objection(namespace);
      if (namespace != null) {
        all.put(name, namespace);
      }
      if (objection != null) {
        complaints.add(objection);
      }
    }
    usable = complaints.isEmpty() ? Collections.unmodifiableMap(all) : Map.of();
    tell(complaints.isEmpty() ? null : String.join("; ", complaints));
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

  private void tell(@Nullable String now) {
    if (now != null && !now.equals(complaint)) {
      log.warn("Nothing is taken from Kafka: {}", now);
    } else if (now == null && complaint != null) {
      log.info("The namespaces that Kafka's topics are mapped to can be used");
    }
    complaint = now;
  }
}

package io.quipu.edge.kafka;

import io.quipu.engine.kind.TestKinds;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The settings of the Kafka role of a simulated process, to which several namespaces are mapped.
 */
public final class MappedNamespaces {
  private static final int REDELIVERY_SECONDS = 60;

  private final UsableNamespaces usable;

  /**
   * @param find reads a namespace
   */
  public MappedNamespaces(
      Collection<String> names,
      Function<String, CompletionStage<Optional<Namespace>>> find,
      Clock clock,
      Scheduler scheduler) {
    this.usable =
        new UsableNamespaces(
            names.stream().collect(Collectors.toMap(name -> name, name -> Set.of())),
            find,
            TestKinds.TALLIES,
            REDELIVERY_SECONDS,
            clock,
            scheduler);
  }

  /** Begins to look up the namespaces, again and again. */
  public void start() {
    usable.look();
  }

  /** The settings by which a record is recorded now; empty while it has to wait. */
  public Optional<Namespace> find(String name) {
    return Optional.ofNullable(usable.get().get(name));
  }
}

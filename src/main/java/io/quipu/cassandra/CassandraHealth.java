package io.quipu.cassandra;

import io.quipu.cassandra.cql.Requests;
import io.quipu.cassandra.driver.RingMeters;
import io.quipu.cassandra.namespaces.CassandraNamespaceStore;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.time.Clock;
import io.vertx.core.Context;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Checks that Cassandra can serve a quorum now: the replication has not changed since this instance
 * started, enough nodes are up, and a quorum read succeeds. Asks Cassandra at most once in {@value
 * #CACHED_MILLIS} ms, however many callers ask. Confined to the context.
 */
public final class CassandraHealth {
  static final int CACHED_MILLIS = 500;

  private final CassandraSession session;
  private final Requests requests;
  private final Clock clock;
  private @Nullable CompletionStage<Health> latest;
  private boolean asking;
  private long answeredAt;

  /** The result of a check. If {@code ok} is false, {@code detail} tells the operator why. */
  public record Health(boolean ok, String detail) {
    private static final Health OK = new Health(true, "a quorum answers");
  }

  /**
   * @param context calls {@link #check()}, and completes every stage that {@code check} returns
   */
  public CassandraHealth(CassandraSession session, Context context, Clock clock) {
    this.session = session;
    this.requests = session.requests(context);
    this.clock = clock;
  }

  /** The health, at most {@value #CACHED_MILLIS} ms old. The stage never fails. */
  public CompletionStage<Health> check() {
    CompletionStage<Health> known = latest;
    if (known != null && (asking || age() < Duration.ofMillis(CACHED_MILLIS).toNanos())) {
      return known;
    }
    asking = true;
    CompletionStage<Health> asked = ask().thenApply(this::remember);
    latest = asked;
    return asked;
  }

  private long age() {
    return clock.monotonicNanos() - answeredAt;
  }

  private Health remember(Health health) {
    asking = false;
    answeredAt = clock.monotonicNanos();
    return health;
  }

  private CompletionStage<Health> ask() {
    Optional<String> changed = session.complaint();
    if (changed.isPresent()) {
      return CompletableFuture.completedFuture(new Health(false, changed.get()));
    }
    long up = session.metadata().getNodes().values().stream().filter(RingMeters::isUp).count();
    int needed = session.replication().quorum();
    if (up < needed) {
      return CompletableFuture.completedFuture(
          new Health(false, "nodes up: " + up + ", needed for a quorum: " + needed));
    }
    return requests
        .read(
            () -> session.bind(CassandraNamespaceStore.SELECT, Namespace.DEFAULT.name()),
            page -> Health.OK)
        .exceptionally(failure -> new Health(false, "a quorum read was not answered"));
  }
}

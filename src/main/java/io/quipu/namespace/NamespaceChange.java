package io.quipu.namespace;

import io.quipu.counter.CounterName;
import io.quipu.counter.Granularity;
import io.quipu.counter.InvalidInput;
import io.quipu.counter.Kind;
import io.quipu.counter.Namespace;
import io.quipu.counter.Span;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a namespace that somebody names. What is null keeps its value, or takes its
 * default where the namespace is created.
 */
public record NamespaceChange(
    String name,
    @Nullable Kind kind,
    @Nullable Span deduplicate,
    @Nullable Span retain,
    @Nullable Integer shards,
    @Nullable Set<Granularity> windows) {

  /**
   * @throws InvalidInput naming the setting that no namespace could have
   */
  public NamespaceChange {
    CounterName.checkNamespace(name);
    if (shards != null) {
      Namespace.checkShards(shards);
    }
    if (kind == Kind.UNIQUE) {
      checkForgetsNothing(deduplicate);
    }
  }

  /** All settings of a namespace. */
  public static NamespaceChange to(Namespace wanted) {
    return new NamespaceChange(
        wanted.name(),
        wanted.kind(),
        wanted.deduplicate(),
        wanted.retain(),
        wanted.shards(),
        wanted.windows());
  }

  /** The namespace that is created by it. */
  public Namespace created() {
    return of(Namespace.of(name, kind == null ? Kind.EVENT : kind));
  }

  /**
   * What it makes of a namespace of the same name. Whether kind and shards may be changed is not
   * decided here.
   *
   * @throws InvalidInput naming the setting that a namespace of this kind cannot have
   */
  public Namespace of(Namespace current) {
    Kind next = kind == null ? current.kind() : kind;
    if (next == Kind.UNIQUE) {
      checkForgetsNothing(deduplicate);
    }
    return new Namespace(
        name,
        next,
        next == Kind.UNIQUE
            ? Span.FOREVER
            : deduplicate == null ? current.deduplicate() : deduplicate,
        retain == null ? current.retain() : retain,
        shards == null ? current.shards() : shards,
        windows == null ? current.windows() : windows);
  }

  private static void checkForgetsNothing(@Nullable Span deduplicate) {
    if (deduplicate != null && !deduplicate.isForever()) {
      throw new InvalidInput(
          "deduplicate", "deduplicate must be forever, or left out: kind unique forgets no id");
    }
  }
}

package io.quipu.engine.namespace;

import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.Granularity;
import io.quipu.engine.model.InvalidInput;
import io.quipu.engine.model.Namespace;
import io.quipu.engine.model.TimeSpan;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A request to create or change a namespace. A setting that is null keeps its value, or gets its
 * default in a new namespace.
 *
 * @param settings settings that only some kinds have; an absent setting counts as null
 */
public record NamespaceChange(
    String name,
    @Nullable String kind,
    @Nullable TimeSpan deduplicate,
    @Nullable TimeSpan retain,
    @Nullable Integer shards,
    @Nullable Set<Granularity> windows,
    Map<String, String> settings) {

  /**
   * @throws InvalidInput naming the setting that no namespace could have
   */
  public NamespaceChange {
    CounterName.checkNamespace(name);
    if (shards != null) {
      Namespace.checkShards(shards);
    }
    settings = Collections.unmodifiableMap(new TreeMap<>(settings));
  }

  /**
   * The namespace that this change creates.
   *
   * @throws InvalidInput naming the setting that a namespace of this kind cannot have
   */
  public Namespace created(KnownKinds kinds) {
    return of(kinds.of(kind == null ? Namespace.DEFAULT_KIND : kind).defaults(name), kinds);
  }

  /**
   * Applies the change to a namespace of the same name. Does not check the rules of kind, shards
   * and fixed settings.
   *
   * @throws InvalidInput naming the setting that a namespace of this kind cannot have
   */
  public Namespace of(Namespace current, KnownKinds kinds) {
    Map<String, String> all = new TreeMap<>(current.settings());
    all.putAll(settings);
    if (deduplicate != null) {
      all.remove(Namespace.DEDUPLICATE);
    }
    Namespace next =
        new Namespace(
            name,
            kind == null ? current.kind() : kind,
            deduplicate(current, kinds),
            retain == null ? current.retain() : retain,
            shards == null ? current.shards() : shards,
            windows == null ? current.windows() : windows,
            all);
    if (deduplicate != null && kinds.of(next).remembersIds(next) != null) {
      throw new InvalidInput(
          Namespace.DEDUPLICATE,
          "deduplicate of kind "
              + next.kind()
              + " must be a number of ids such as 50000, or off: it remembers ids by number, and"
              + " not by time");
    }
    kinds.check(next);
    return next;
  }

  /** The new time span. A number of ids is a setting, and replaces {@code off} by the default. */
  private TimeSpan deduplicate(Namespace current, KnownKinds kinds) {
    if (deduplicate != null) {
      return deduplicate;
    }
    return settings.containsKey(Namespace.DEDUPLICATE)
        ? kinds.of(current).defaults(name).deduplicate()
        : current.deduplicate();
  }
}

package io.quipu.engine.namespace;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.kind.CommonSetting;
import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.kind.Notes;
import io.quipu.engine.names.Breakdowns;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Keep;
import io.quipu.engine.names.Lateness;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.TimeSpan;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A request to create or change a namespace. A null component leaves its setting as it is; in a new
 * namespace, that setting gets its default.
 *
 * @param settings further settings by name: {@code public}, a number of ids for {@code
 *     deduplicate}, and settings that only some kinds have; an absent setting counts as null
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
   * @throws InvalidInput if no namespace can have the name or the number of shards; names the
   *     setting
   */
  public NamespaceChange {
    CounterName.checkNamespace(name);
    if (shards != null) {
      Namespace.checkShards(shards);
    }
    settings = Collections.unmodifiableMap(new TreeMap<>(settings));
  }

  /**
   * Makes the namespace that this change creates.
   *
   * @throws InvalidInput if the kind is unknown, naming the field kind, or if the kind cannot have
   *     a setting, naming the setting
   */
  public Namespace created(KnownKinds kinds) {
    return of(kinds.of(kind == null ? Namespace.DEFAULT_KIND : kind).defaults(name), kinds, null);
  }

  /**
   * Applies the change to a namespace of the same name. The caller checks that the kind, the number
   * of shards and the fixed settings stay unchanged.
   *
   * @param now the group time; null for a namespace that is created
   * @throws InvalidInput if the kind is unknown, naming the field kind or {@code namespace}, or if
   *     the kind cannot have a setting, naming the setting
   */
  public Namespace of(Namespace current, KnownKinds kinds, @Nullable EventTime now) {
    Map<String, String> all = new TreeMap<>(current.settings());
    settings.forEach(
        (setting, value) -> {
          if (setting.equals(Keep.SETTING)) {
            Keep.put(all, value);
          } else if (setting.equals(Notes.SETTING.name())) {
            Notes.put(all, value);
          } else if (!setting.equals(Breakdowns.LABELS) && !setting.equals(Breakdowns.BREAKDOWNS)) {
            all.put(setting, value);
          }
        });
    Breakdowns.put(all, settings);
    String late = settings.get(Lateness.SETTING);
    if (late != null) {
      Lateness.check(late);
    }
    if (now != null) {
      note(all, Lateness.CHANGE, late == null ? null : Lateness.of(current).changedTo(late, now));
      note(all, Keep.CHANGE, Keep.of(current).changedTo(all, now));
    }
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
    kinds.refuseOthers(next, given());
    return next;
  }

  /** The settings of all namespaces that the caller names. */
  private Set<CommonSetting> given() {
    Set<CommonSetting> given = EnumSet.noneOf(CommonSetting.class);
    if (deduplicate != null) {
      given.add(CommonSetting.DEDUPLICATE);
    }
    if (retain != null) {
      given.add(CommonSetting.ROWS);
    }
    if (shards != null) {
      given.add(CommonSetting.SHARDS);
    }
    if (windows != null) {
      given.add(CommonSetting.WINDOWS);
    }
    return given;
  }

  private static void note(Map<String, String> settings, String key, @Nullable String change) {
    if (change != null) {
      settings.put(key, change);
    }
  }

  /** Tells whether the change has a moment from which on it holds. */
  boolean isTimed() {
    return settings.containsKey(Lateness.SETTING) || settings.containsKey(Keep.SETTING);
  }

  /**
   * Returns the new time span. If the change sets a number of ids, the span becomes the default of
   * the kind, so that {@code off} no longer holds.
   */
  private TimeSpan deduplicate(Namespace current, KnownKinds kinds) {
    if (deduplicate != null) {
      return deduplicate;
    }
    return settings.containsKey(Namespace.DEDUPLICATE)
        ? kinds.of(current).defaults(name).deduplicate()
        : current.deduplicate();
  }
}

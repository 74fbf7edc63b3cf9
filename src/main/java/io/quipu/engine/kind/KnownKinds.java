package io.quipu.engine.kind;

import io.quipu.engine.checkpoint.dedup.RowRule;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.kind.answer.ReadOptions;
import io.quipu.engine.kind.answer.Reader;
import io.quipu.engine.names.Layout;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** All kinds of this version. Immutable. */
public final class KnownKinds {
  /** The settings of namespaces of every kind. */
  private static final List<Setting> OF_ALL =
      List.of(Publicity.SETTING, CountMetrics.SETTING, Notes.SETTING);

  private final Map<String, Kind> kinds = new LinkedHashMap<>();
  private final Map<String, Setting> settings = new HashMap<>();

  public KnownKinds(List<Kind> all) {
    OF_ALL.forEach(setting -> settings.put(setting.name(), setting));
    for (Kind kind : all) {
      if (kinds.put(kind.label(), kind) != null) {
        throw new IllegalArgumentException("two kinds " + kind.label());
      }
      for (Setting setting : kind.settings()) {
        Setting same = settings.putIfAbsent(setting.name(), setting);
        if (same != null && same.shape() != setting.shape()) {
          throw new IllegalArgumentException("two types of " + setting.name());
        }
      }
    }
  }

  /**
   * The kind with a label.
   *
   * @throws InvalidInput naming {@code kind} if no kind has the label
   */
  public Kind of(String label) {
    Kind kind = kinds.get(label);
    if (kind == null) {
      throw new InvalidInput("kind", "kind must be one of " + String.join(", ", kinds.keySet()));
    }
    return kind;
  }

  /**
   * The kind of a namespace.
   *
   * @throws InvalidInput naming {@code namespace} if this version does not have the kind, because a
   *     later version created the namespace
   */
  public Kind of(Namespace namespace) {
    Kind kind = kinds.get(namespace.kind());
    if (kind == null) {
      throw new InvalidInput(
          "namespace",
          "namespace "
              + namespace.name()
              + " is of kind "
              + namespace.kind()
              + ", which this version of the service does not have");
    }
    return kind;
  }

  /** The settings of the kind of a namespace, then those of all, in the order of display. */
  public List<Setting> settings(Namespace namespace) {
    List<Setting> all = new ArrayList<>(of(namespace).settings());
    all.addAll(OF_ALL);
    return all;
  }

  /** A setting of a kind or of all kinds, by its name; null if no setting has the name. */
  public @Nullable Setting setting(String name) {
    return settings.get(name);
  }

  /** The names of the settings of all kinds. */
  public SortedSet<String> settingNames() {
    return new TreeSet<>(settings.keySet());
  }

  /**
   * Checks the settings of a new or changed namespace.
   *
   * @throws InvalidInput naming the setting that a namespace of this kind cannot have, or naming
   *     {@code kind} if there is no such kind
   */
  public void check(Namespace next) {
    Kind kind = of(next.kind());
    Publicity.check(next);
    for (String name : next.settings().keySet()) {
      if (Namespace.isOfLives(name)) {
        continue;
      }
      if (name.equals(Namespace.DEDUPLICATE)) {
        if (kind.remembersIds(next) == null) {
          throw new InvalidInput(
              name,
              "deduplicate of kind "
                  + kind.label()
                  + " must not be a number, which is of ids: that is for kind linear");
        }
      } else if (OF_ALL.stream().noneMatch(setting -> setting.name().equals(name))
          && kind.settings().stream().noneMatch(setting -> setting.has(name))) {
        throw new InvalidInput(name, "kind " + kind.label() + " has no setting " + name);
      }
    }
    kind.check(next);
  }

  /**
   * Refuses settings of all namespaces that the kind of a namespace does not have, and values that
   * it does not take.
   *
   * @param given the settings that the caller names
   * @throws InvalidInput naming the setting
   */
  public void refuseOthers(Namespace next, Set<CommonSetting> given) {
    Kind kind = of(next.kind());
    for (CommonSetting setting : given) {
      if (kind.commonSettings().contains(setting)) {
        kind.checkGiven(setting, next);
      } else {
        setting.refuse(kind, next);
      }
    }
  }

  /** The longest {@link Kind#changesHoldAfter} of all kinds. */
  public Duration changesHoldAfter() {
    return kinds.values().stream()
        .map(Kind::changesHoldAfter)
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  /** The query parameters of all kinds. */
  public Set<String> readOptions() {
    Set<String> all = new TreeSet<>();
    kinds.values().forEach(kind -> all.addAll(kind.readOptions()));
    return all;
  }

  /**
   * Parses the query parameters of a read of a counter.
   *
   * @param given the parameters of {@link #readOptions()} that have a value
   * @throws InvalidInput naming the parameter that has an invalid value, or that counters of the
   *     namespace do not take; naming {@code namespace} if this version does not have its kind
   */
  public ReadOptions readOptions(Namespace namespace, Map<String, String> given) {
    if (given.isEmpty()) {
      return ReadOptions.USUAL;
    }
    Kind kind = of(namespace);
    for (String name : given.keySet()) {
      if (!kind.readOptions().contains(name)) {
        throw new InvalidInput(
            name, name + " is for counters of kind " + having(name) + "; kind is " + kind.label());
      }
    }
    return kind.readOptions(namespace, given);
  }

  private String having(String option) {
    return kinds.values().stream()
        .filter(kind -> kind.readOptions().contains(option))
        .map(Kind::label)
        .collect(Collectors.joining(" or "));
  }

  /** Makes the upkeep of each kind that has upkeep, on the context of the scheduler. */
  public List<Upkeep> upkeep(Scheduler scheduler) {
    List<Upkeep> all = new ArrayList<>();
    for (Kind kind : kinds.values()) {
      Upkeep own = kind.upkeep(scheduler);
      if (own != null) {
        all.add(own);
      }
    }
    return all;
  }

  /** Makes the eraser of each kind, by its label, on the calling context. */
  public Map<String, Eraser> erasers() {
    return kinds.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, kind -> kind.getValue().eraser()));
  }

  /**
   * Makes the recorders of all kinds, by the types of recordings that they take, on the context of
   * the site. Kinds that are settled by pages share a recorder.
   */
  public Map<Class<?>, Recorder> recorders(RecorderSite site) {
    Map<Class<?>, Recorder> byType = new HashMap<>();
    for (Kind kind : kinds.values()) {
      Recorder recorder = kind.recorder(site);
      for (Class<?> type : recorder.takes()) {
        Recorder other = byType.put(type, recorder);
        if (other != null && other != recorder) {
          throw new IllegalArgumentException("two recorders for " + type);
        }
      }
    }
    return byType;
  }

  /** Makes the rule of each kind that has a rule, on the calling context. */
  public List<RowRule> rules(Layout layout, Clock clock) {
    List<RowRule> rules = new ArrayList<>();
    for (Kind kind : kinds.values()) {
      RowRule own = kind.rule(layout, clock);
      if (own != null) {
        rules.add(own);
      }
    }
    return rules;
  }

  /** Makes the readers of the kinds without pages, by kind, on the calling context. */
  public Map<String, Reader> ownReaders() {
    Map<String, Reader> own = readers(Reader.OF_NONE);
    own.values().removeIf(reader -> reader == Reader.OF_NONE);
    return own;
  }

  /** Makes the readers of all kinds, by kind, on the calling context. */
  public Map<String, Reader> readers(Reader pages) {
    Map<String, Reader> readers = new HashMap<>();
    kinds.forEach((label, kind) -> readers.put(label, kind.reader(pages)));
    return readers;
  }
}

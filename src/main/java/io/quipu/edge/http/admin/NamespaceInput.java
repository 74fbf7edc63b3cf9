package io.quipu.edge.http.admin;

import io.quipu.edge.web.JsonInput;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.kind.CountMetrics;
import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.kind.Notes;
import io.quipu.engine.kind.PageViews;
import io.quipu.engine.kind.Setting;
import io.quipu.engine.names.Breakdowns;
import io.quipu.engine.names.Keep;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.namespace.NamespaceChange;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.TimeSpan;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the body of a request that creates or changes a namespace, field by field. */
final class NamespaceInput {
  /** The setting for how long rows of events are kept. */
  static final String ROWS = "rows";

  /** The name of {@link #ROWS} in earlier versions, which still holds. */
  static final String RETAIN = "retain";

  private final KnownKinds kinds;
  private final Map<String, String> settings = new HashMap<>();
  private @Nullable String kind;
  private @Nullable TimeSpan deduplicate;
  private @Nullable TimeSpan retain;
  private @Nullable Integer shards;
  private @Nullable Set<Granularity> windows;

  private NamespaceInput(KnownKinds kinds) {
    this.kinds = kinds;
  }

  static NamespaceChange change(KnownKinds kinds, String name, Buffer body) {
    return JsonInput.parse(
        JsonInput.utf8(body), json -> new NamespaceInput(kinds).read(name, json));
  }

  private NamespaceChange read(String name, JsonInput json) {
    json.members(JsonInput.BODY, field -> take(field, json));
    return new NamespaceChange(name, kind, deduplicate, retain, shards, windows, settings);
  }

  private void take(String field, JsonInput json) {
    switch (field) {
      case "kind" -> kind = kinds.of(json.string(field)).label();
      case "deduplicate" -> {
        if (json.isString()) {
          deduplicate = deduplicate(json.string(field));
        } else {
          // A number of ids, and not a time, is a setting of some kinds only.
          settings.put(Namespace.DEDUPLICATE, Long.toString(json.integer(field)));
        }
      }
      case ROWS, RETAIN -> rows(field, TimeSpan.parse(field, json.string(field)));
      case "shards" ->
          // Limited first, because the cast could turn a large number into an allowed one.
          shards = (int) Math.max(0, Math.min(Namespace.MAX_SHARDS + 1, json.integer(field)));
      case "windows" -> windows = windows(json);
      default -> settings.put(field, setting(field, json));
    }
  }

  /** Takes how long rows are kept, under the name of the setting or its old name. */
  private void rows(String field, TimeSpan span) {
    if (retain != null && !retain.equals(span)) {
      throw new InvalidInput(field, RETAIN + " is the old name of " + ROWS + "; give one of them");
    }
    retain = span;
  }

  private String setting(String field, JsonInput json) {
    Setting setting = kinds.setting(field);
    if (setting == null) {
      throw json.unknown(field, fields());
    }
    return switch (setting.shape()) {
      case TEXT -> json.string(field);
      case INTEGER -> Long.toString(json.integer(field));
      case LENGTHS -> Keep.given(texts(setting.name(), json));
      case NOTES -> Notes.text(texts(setting.name(), json));
      case LIST -> String.join(Breakdowns.LABELS_APART, labels(setting.name(), json));
      case ORIGINS ->
          PageViews.text(ListInput.list(json, setting.name(), PageViews.MOST, ListInput::origin));
      case NAMES -> CountMetrics.text(names(setting.name(), json));
      case LISTS -> lists(setting.name(), json);
    };
  }

  private List<String> fields() {
    return Stream.concat(
            Stream.of("kind", "deduplicate", ROWS, "shards", "windows"),
            kinds.settingNames().stream())
        .toList();
  }

  private static Map<String, String> texts(String field, JsonInput json) {
    Map<String, String> texts = new HashMap<>();
    json.members(field, member -> texts.put(member, json.string(field + "." + member)));
    return texts;
  }

  private static List<String> names(String field, JsonInput json) {
    json.requireArray(field);
    List<String> names = new ArrayList<>();
    while (json.nextElement()) {
      names.add(json.string(field + "[" + names.size() + "]"));
    }
    return names;
  }

  private static String lists(String field, JsonInput json) {
    json.requireArray(field);
    List<List<String>> lists = new ArrayList<>();
    while (json.nextElement()) {
      List<String> labels = labels(field, json);
      if (labels.isEmpty()) {
        String place = field + "[" + lists.size() + "]";
        throw new InvalidInput(place, place + " is empty; each list must have a label");
      }
      lists.add(labels);
      requireFew(field, lists);
    }
    return Breakdowns.text(lists);
  }

  private static List<String> labels(String field, JsonInput json) {
    json.requireArray(field);
    List<String> labels = new ArrayList<>();
    while (json.nextElement()) {
      String label = json.string(field);
      Breakdowns.checkLabel(field, label);
      labels.add(label);
      requireFew(field, labels);
    }
    return labels;
  }

  private static void requireFew(String field, List<?> list) {
    if (list.size() > Breakdowns.MOST) {
      throw new InvalidInput(
          field, field + " must hold at most " + Breakdowns.MOST + " elements in each list");
    }
  }

  private static TimeSpan deduplicate(String label) {
    if (label.equals(TimeSpan.OFF.label())) {
      return TimeSpan.OFF;
    }
    TimeSpan span = TimeSpan.parse("deduplicate", label);
    if (!span.isForever() && span.length().equals(Duration.ZERO)) {
      throw new InvalidInput("deduplicate", "deduplicate must not be 0; off turns it off");
    }
    return span;
  }

  private static Set<Granularity> windows(JsonInput json) {
    json.requireArray("windows");
    Set<Granularity> windows = EnumSet.noneOf(Granularity.class);
    while (json.nextElement()) {
      if (!windows.add(window(json.string("windows")))) {
        throw new InvalidInput("windows", "windows names a granularity twice");
      }
    }
    return windows;
  }

  private static Granularity window(String label) {
    try {
      return Granularity.parse(label);
    } catch (InvalidInput e) {
      throw new InvalidInput("windows", "windows must hold minute, hour and day only");
    }
  }
}

package io.quipu.engine.kinds.sketch;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.JsonText;
import io.quipu.engine.kind.BreakdownSettings;
import io.quipu.engine.kind.CommonSetting;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.Draft.Member;
import io.quipu.engine.kind.Eraser;
import io.quipu.engine.kind.Holding;
import io.quipu.engine.kind.Kind;
import io.quipu.engine.kind.Recorder;
import io.quipu.engine.kind.RecorderSite;
import io.quipu.engine.kind.Setting;
import io.quipu.engine.kind.Upkeep;
import io.quipu.engine.kind.answer.Feature;
import io.quipu.engine.kind.answer.ReadOptions;
import io.quipu.engine.kind.answer.Reader;
import io.quipu.engine.kinds.sketch.state.SketchOptions;
import io.quipu.engine.kinds.sketch.state.SketchState;
import io.quipu.engine.kinds.sketch.state.SketchType;
import io.quipu.engine.kinds.sketch.state.SketchValue;
import io.quipu.engine.names.Breakdowns;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.time.Scheduler;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.TimeSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Keeps a state of the values of a counter: the sum, minimum, maximum, number of different values,
 * most frequent values or quantiles of the values. States can be merged in any order.
 */
public final class SketchKind implements Kind {
  private static final String LABEL = "sketch";
  private static final Setting STATE = new Setting(SketchType.SETTING, Setting.Shape.TEXT, true);
  private static final int TAKEN = Draft.only(Member.VALUE, Member.LABELS);

  private final Supplier<SketchStore> store;
  private final SketchSettings settings;
  private final SketchMeters meters;

  /**
   * @param store makes a store for the calling context
   */
  public SketchKind(Supplier<SketchStore> store, SketchSettings settings, SketchMeters meters) {
    this.store = store;
    this.settings = settings;
    this.meters = meters;
  }

  @Override
  public String label() {
    return LABEL;
  }

  @Override
  public Holding holding(Namespace namespace) {
    return SketchType.of(namespace) == SketchType.DISTINCT ? Holding.DISTINCT : Holding.SUMMARY;
  }

  @Override
  public Set<Feature> features() {
    return Set.of(Feature.WINDOWS, Feature.WINDOW_RANKINGS, Feature.LISTS, Feature.RESET);
  }

  @Override
  public List<Setting> settings() {
    return List.of(STATE, BreakdownSettings.LABELS, BreakdownSettings.BREAKDOWNS);
  }

  @Override
  public Set<CommonSetting> commonSettings() {
    return Set.of(CommonSetting.WINDOWS);
  }

  @Override
  public Set<Granularity> windows(Namespace namespace) {
    return SketchWindows.of(namespace);
  }

  @Override
  public Namespace defaults(String name) {
    Namespace usual = Namespace.of(name, LABEL, TimeSpan.OFF);
    return new Namespace(
        name,
        LABEL,
        usual.deduplicate(),
        usual.retain(),
        usual.shards(),
        Set.of(),
        usual.settings());
  }

  @Override
  public void checkGiven(CommonSetting setting, Namespace next) {
    if (setting == CommonSetting.WINDOWS) {
      SketchWindows.check(next, true);
    }
  }

  @Override
  public void check(Namespace next) {
    // throws if the setting names no type
    var unused = SketchType.of(next);
    SketchWindows.check(next, false);
    Breakdowns.of(next).check();
    if (next.shards() != 1) {
      throw new InvalidInput("shards", "shards must be 1: each writer has a shard of a sketch");
    }
    if (!next.deduplicate().equals(TimeSpan.OFF)) {
      throw new InvalidInput(
          "deduplicate", "deduplicate must be off, or left out: events of kind sketch have no ids");
    }
  }

  @Override
  public Eraser eraser() {
    SketchStore here = store.get();
    return Eraser.ofCounters((namespace, extent) -> here.erase(extent));
  }

  @Override
  public SketchUpdate accept(
      Namespace namespace, CounterName counter, List<Draft> drafts, boolean confirmed) {
    if (confirmed) {
      throw new InvalidInput("confirm", "confirm is not for kind sketch: its events have no ids");
    }
    SketchType type = SketchType.of(namespace);
    Breakdowns breakdowns = Breakdowns.of(namespace);
    boolean hasSeries = !breakdowns.all().isEmpty();
    List<List<String>> keys = hasSeries ? new ArrayList<>(drafts.size()) : List.of();
    List<SketchValue> values =
        Draft.acceptEach(
            drafts,
            draft -> {
              SketchValue value = value(draft, type);
              List<String> series = breakdowns.series(draft.labels());
              if (hasSeries) {
                keys.add(series);
              }
              return value;
            });
    return new SketchUpdate(counter, type, SketchWindows.of(namespace), values, keys);
  }

  private static SketchValue value(Draft draft, SketchType type) {
    draft.refuseOthers(TAKEN, LABEL);
    String literal = draft.value();
    if (literal == null) {
      throw new InvalidInput("value", "value is missing; an event of kind sketch needs one");
    }
    if (!draft.valueIsText()) {
      return SketchValue.ofNumber(literal);
    }
    if (!type.takesText()) {
      throw new InvalidInput("value", "value must be a number: the state is " + type.label());
    }
    return SketchValue.ofText(literal);
  }

  @Override
  public Set<String> readOptions() {
    return SketchOptions.NAMES;
  }

  @Override
  public ReadOptions readOptions(Namespace namespace, Map<String, String> given) {
    return SketchOptions.of(namespace, given);
  }

  @Override
  public void writeNothing(JsonText json, Namespace namespace, ReadOptions options) {
    SketchState none = SketchType.of(namespace).empty();
    none.result(SketchOptions.of(options)).write(json.field("events", none.events()));
  }

  @Override
  public Recorder recorder(RecorderSite site) {
    return new SketchShards(store.get(), site, settings, meters);
  }

  @Override
  public Reader reader(Reader pages) {
    return new SketchReader(store.get());
  }

  @Override
  public Upkeep upkeep(Scheduler scheduler) {
    return new SketchMerging(store.get(), scheduler, meters);
  }
}

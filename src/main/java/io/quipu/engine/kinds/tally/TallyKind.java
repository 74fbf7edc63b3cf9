package io.quipu.engine.kinds.tally;

import io.quipu.engine.ingest.Append;
import io.quipu.engine.ingest.Reset;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.kind.BreakdownSettings;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.Draft.Member;
import io.quipu.engine.kind.EventTimes;
import io.quipu.engine.kind.Holding;
import io.quipu.engine.kind.Kind;
import io.quipu.engine.kind.PageViews;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.Setting;
import io.quipu.engine.kind.answer.Feature;
import io.quipu.engine.names.Breakdowns;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.state.Event;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.engine.windows.TimeSpan;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Adds up the deltas of events. An event with an id that is remembered is not added again. */
public enum TallyKind implements Kind {
  /** Ids are optional. A setting of the namespace is the time for which an id is remembered. */
  EVENT("event"),

  /** Each event has an id, which is remembered for ever. */
  UNIQUE("unique") {
    @Override
    public Namespace defaults(String name) {
      return Namespace.of(name, label(), TimeSpan.FOREVER);
    }

    @Override
    public void check(Namespace next) {
      super.check(next);
      if (!next.deduplicate().isForever()) {
        throw new InvalidInput(
            "deduplicate", "deduplicate must be forever, or left out: kind unique forgets no id");
      }
    }

    @Override
    public int remembers(Namespace namespace) {
      return DeduplicationWindow.FOREVER;
    }

    @Override
    Event event(Namespace namespace, Breakdowns breakdowns, Draft draft) {
      if (draft.id() == null) {
        throw new InvalidInput(
            "id",
            "id is missing; namespace " + namespace.name() + " is of kind unique and needs one");
      }
      return super.event(namespace, breakdowns, draft);
    }
  };

  private static final int TAKEN =
      Draft.only(Member.DELTA, Member.ID, Member.EVENTS, Member.LABELS);

  private final String label;

  TallyKind(String label) {
    this.label = label;
  }

  @Override
  public String label() {
    return label;
  }

  @Override
  public Holding holding(Namespace namespace) {
    return Holding.SUM;
  }

  @Override
  public Set<Feature> features() {
    return EnumSet.allOf(Feature.class);
  }

  @Override
  public List<Setting> settings() {
    return List.of(
        Hierarchy.SETTING,
        BreakdownSettings.LABELS,
        BreakdownSettings.BREAKDOWNS,
        EventTimes.SETTING,
        EventTimes.KEEP,
        PageViews.SETTING);
  }

  @Override
  public void check(Namespace next) {
    Hierarchy hierarchy = Hierarchy.of(next);
    if (hierarchy != null) {
      hierarchy.check();
      if (hierarchy.separator().equals("/")
          && !next.settings().getOrDefault(PageViews.SETTING.name(), "").isEmpty()) {
        throw new InvalidInput(
            "views", "views need another hierarchy than /, with which the path of a page begins");
      }
    }
    Breakdowns.of(next).check();
  }

  @Override
  public Recording accept(
      Namespace namespace, CounterName counter, List<Draft> drafts, boolean confirmed) {
    Breakdowns breakdowns = Breakdowns.of(namespace);
    Append append =
        new Append(
            counter,
            namespace.shards(),
            RetentionClass.of(namespace.retain()),
            remembers(namespace),
            confirmed,
            Draft.acceptEach(drafts, draft -> event(namespace, breakdowns, draft)));
    Hierarchy hierarchy = Hierarchy.of(namespace);
    return hierarchy == null ? append : hierarchy.on(append, drafts, namespace.knownLives());
  }

  @Override
  public int remembers(Namespace namespace) {
    return namespace.deduplicationWindow();
  }

  Event event(Namespace namespace, Breakdowns breakdowns, Draft draft) {
    draft.refuseOthers(TAKEN, label);
    return Event.adding(draft.delta(), draft.events(), draft.id())
        .in(draft.minute())
        .of(breakdowns.series(draft.labels()));
  }

  @Override
  public Reset reset(Namespace namespace, CounterName counter) {
    return new Reset(counter, namespace.shards(), RetentionClass.of(namespace.retain()));
  }
}

package io.quipu.engine.namespace;

import static io.quipu.engine.names.TestNamespaces.namespace;
import static io.quipu.testing.sim.scripted.Fate.ANSWERED;
import static io.quipu.testing.sim.scripted.Fate.ANSWER_LOST;
import static io.quipu.testing.sim.scripted.Fate.NEVER_APPLIED;
import static io.quipu.testing.sim.scripted.Fate.UNAVAILABLE;
import static io.quipu.testing.sim.scripted.ScriptedNamespaceStore.Call.COUNT;
import static io.quipu.testing.sim.scripted.ScriptedNamespaceStore.Call.CREATE;
import static io.quipu.testing.sim.scripted.ScriptedNamespaceStore.Call.ENTER;
import static io.quipu.testing.sim.scripted.ScriptedNamespaceStore.Call.FIND;
import static io.quipu.testing.sim.scripted.ScriptedNamespaceStore.Call.REPLACE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.kind.TestKinds;
import io.quipu.engine.kinds.tally.TallyKind;
import io.quipu.engine.names.Breakdowns;
import io.quipu.engine.names.Lateness;
import io.quipu.engine.names.LatenessChange;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.engine.store.NamespaceStore.Listed;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.Done;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.TimeSpan;
import io.quipu.testing.sim.scripted.ScriptedNamespaceStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class NamespacesTest {
  private static final Namespace VOTES = Namespace.of("votes", "event");
  private static final Namespace CHANGED =
      namespace("votes", "event", TimeSpan.OFF, TimeSpan.FOREVER, 1, Set.of(Granularity.DAY));
  private static final NamespaceChange NOTHING =
      new NamespaceChange("votes", null, null, null, null, null, Map.of());

  private static final Precondition AS_VOTES = new Precondition(List.of(VOTES.version()), null);
  private static final Precondition ABSENT = new Precondition(null, List.of(Precondition.ANY));
  private static final Listed DEFAULT = Listed.of(Namespace.DEFAULT);

  private final ScriptedNamespaceStore store = new ScriptedNamespaceStore();
  private final HandDrivenTime time = new HandDrivenTime();
  private Optional<EventTime> now = Optional.of(EventTime.ofEpochSecond(1_000_000));
  private final Namespaces namespaces =
      new Namespaces(store, TestKinds.TALLIES, time, () -> now, 1_000);

  private LatenessChange lastChange(String namespace) {
    return Lateness.of(store.stored(namespace).orElseThrow()).changes().get(0);
  }

  @Test
  void aChangeOfTheLatenessKeepsWhatWasFinal_andNeedsTheTimeOfTheGroup() {
    assertThat(inTime(lateness("new", "7d"))).isInstanceOf(PutOutcome.Created.class);
    assertThat(lastChange("new").floor()).isEqualTo(EventTime.MIN);
    put(VOTES);
    inTime(lateness("votes", "7d"));
    Lateness raised = Lateness.of(store.stored("votes").orElseThrow());
    LatenessChange change = lastChange("votes");
    assertThat(change.since()).isEqualTo(now.orElseThrow().plusTicks(Lateness.DELAY_TICKS));
    assertThat(change.floor()).isEqualTo(change.since());
    inTime(lateness("votes", "168h"));
    assertThat(Lateness.of(store.stored("votes").orElseThrow())).isEqualTo(raised);

    now = Optional.empty();
    assertThat(inTime(lateness("newer", "7d"))).isInstanceOf(PutOutcome.Created.class);
    assertThat(Done.failure(namespaces.put(NamespacePut.of(lateness("votes", "9d")))))
        .isInstanceOf(StoreUnavailable.class);
    assertThat(Lateness.of(store.stored("votes").orElseThrow())).isEqualTo(raised);
  }

  @Test
  void tellsOfAddedBreakdowns_whenEveryInstanceKnowsThem() {
    put(VOTES);
    NamespacePut adds =
        NamespacePut.of(
            new NamespaceChange(
                "votes", null, null, null, null, null, Map.of(Breakdowns.LABELS, "a")));
    toldWhenKnownEverywhere(adds);
    // the answer to the first put may be lost, and this one is the first that its caller hears
    toldWhenKnownEverywhere(adds);
    assertThat(inTime(lateness("votes", "7d"))).isInstanceOf(PutOutcome.Kept.class);
  }

  private void toldWhenKnownEverywhere(NamespacePut put) {
    CompletionStage<PutOutcome> outcome = namespaces.put(put);
    time.pass(Namespaces.KNOWN_EVERYWHERE.minusNanos(1));
    assertThat(outcome.toCompletableFuture()).isNotDone();
    time.pass(Duration.ofNanos(1));
    assertThat(Done.value(outcome)).isInstanceOf(PutOutcome.Kept.class);
  }

  @Test
  void findsTheDefault_whetherOrNotARowSaysSo() {
    assertThat(Done.value(namespaces.find("default"))).contains(Namespace.DEFAULT);
    assertThat(Done.value(namespaces.ensureDefault())).isEqualTo(CasOutcome.APPLIED);
    assertThat(store.stored("default")).contains(Namespace.DEFAULT);
    assertThat(Done.value(namespaces.find("votes"))).isEmpty();
  }

  @Test
  void createsOnce_andKeepsOrReplacesAfterwards() {
    assertThat(put(VOTES)).isEqualTo(new PutOutcome.Created(VOTES));
    assertThat(put(VOTES)).isEqualTo(new PutOutcome.Kept(VOTES));
    assertThat(store.written()).as("the same again writes nothing").isEqualTo(1);
    assertThat(put(CHANGED)).isEqualTo(new PutOutcome.Kept(CHANGED));
    assertThat(store.stored("votes")).contains(CHANGED);
  }

  @Test
  void keepsWhatIsNotNamed() {
    store.created(CHANGED);
    assertThat(put(retaining("7d"))).isEqualTo(new PutOutcome.Kept(retained(CHANGED, "7d")));
    assertThat(store.stored("votes")).contains(retained(CHANGED, "7d"));
    assertThat(put(NOTHING)).isEqualTo(new PutOutcome.Kept(retained(CHANGED, "7d")));
    assertThat(store.written()).isEqualTo(1);
  }

  @Test
  void givesDefaultsToWhatIsNotNamed_whenItCreates() {
    assertThat(put(retaining("7d"))).isEqualTo(new PutOutcome.Created(retained(VOTES, "7d")));
    NamespaceChange unique = new NamespaceChange("ids", "unique", null, null, null, null, Map.of());
    assertThat(put(unique)).isEqualTo(new PutOutcome.Created(TallyKind.UNIQUE.defaults("ids")));
  }

  @Test
  void keepsWhatSomebodyElseChangedMeanwhile() {
    store.created(VOTES);
    store.beforeNextReplacement(() -> put(store, deduplicating(TimeSpan.OFF)));

    assertThat(put(retaining("7d"))).isInstanceOf(PutOutcome.Kept.class);
    assertThat(store.stored("votes").orElseThrow().deduplicate()).isEqualTo(TimeSpan.OFF);
    assertThat(store.stored("votes").orElseThrow().retain()).isEqualTo(new TimeSpan("7d"));
  }

  @Test
  void neverCreatesTheDefault_itExists() {
    Namespace changed =
        namespace("default", "event", TimeSpan.OFF, TimeSpan.FOREVER, 1, Set.of(Granularity.DAY));
    assertThat(put(changed)).isEqualTo(new PutOutcome.Kept(changed));
    assertThat(Done.value(namespaces.find("default"))).contains(changed);
    assertThat(put(TallyKind.UNIQUE.defaults("default")))
        .isEqualTo(new PutOutcome.OtherKind("event"));
  }

  @Test
  void leavesANamespaceOfAnotherKindAlone() {
    Namespace unique = TallyKind.UNIQUE.defaults("votes");
    store.created(unique);
    assertThat(put(VOTES)).isEqualTo(new PutOutcome.OtherKind("unique"));
    assertThat(store.stored("votes")).contains(unique);
    assertThat(put(NOTHING)).as("no kind is named").isEqualTo(new PutOutcome.Kept(unique));
  }

  @Test
  void leavesANamespaceOfOtherShardsAlone() {
    store.created(VOTES);
    assertThat(put(new NamespaceChange("votes", null, null, new TimeSpan("7d"), 2, null, Map.of())))
        .isEqualTo(new PutOutcome.OtherShards(1));
    assertThat(store.stored("votes")).contains(VOTES);
  }

  @Test
  void leavesAloneWhatWouldForget_whereNoIdIsForgotten() {
    store.created(TallyKind.UNIQUE.defaults("votes"));
    assertThat(put(deduplicating(new TimeSpan("24h"))))
        .isInstanceOfSatisfying(
            PutOutcome.Invalid.class,
            invalid -> assertThat(invalid.complaint().field()).isEqualTo("deduplicate"));
    assertThat(store.written()).isZero();
  }

  @Test
  void changesOnly_whereTheConditionHolds() {
    Precondition asVotes = new Precondition(List.of("x", VOTES.version()), null);
    Precondition any = new Precondition(List.of(Precondition.ANY), null);
    for (Precondition missing : List.of(asVotes, any)) {
      assertThat(put(VOTES, missing)).isEqualTo(new PutOutcome.ConditionFailed());
    }
    store.created(VOTES);
    assertThat(put(CHANGED, asVotes)).isEqualTo(new PutOutcome.Kept(CHANGED));
    assertThat(put(VOTES, asVotes)).isEqualTo(new PutOutcome.ConditionFailed());
    assertThat(put(CHANGED, asVotes))
        .as("even if nothing is to be changed")
        .isEqualTo(new PutOutcome.ConditionFailed());
    assertThat(store.stored("votes")).contains(CHANGED);
    assertThat(put(VOTES, any)).isEqualTo(new PutOutcome.Kept(VOTES));
  }

  @Test
  void onlyCreates_whereItMustNotExist() {
    assertThat(put(VOTES, ABSENT)).isEqualTo(new PutOutcome.Created(VOTES));
    assertThat(put(VOTES, ABSENT)).isEqualTo(new PutOutcome.ConditionFailed());
    assertThat(put(Namespace.DEFAULT, ABSENT)).isEqualTo(new PutOutcome.ConditionFailed());
    assertThat(put(CHANGED, new Precondition(null, List.of(VOTES.version()))))
        .isEqualTo(new PutOutcome.ConditionFailed());
    assertThat(put(CHANGED, new Precondition(null, List.of("x"))))
        .isEqualTo(new PutOutcome.Kept(CHANGED));
  }

  @Test
  void theConditionHoldsAtTheMomentOfTheChange() {
    store.created(VOTES);
    store.beforeNextReplacement(() -> put(store, deduplicating(TimeSpan.OFF)));

    assertThat(put(retaining("7d"), AS_VOTES)).isEqualTo(new PutOutcome.ConditionFailed());
    assertThat(store.stored("votes").orElseThrow().retain()).isEqualTo(new TimeSpan("1d"));
  }

  @Test
  void findsOutThatItCreated_whenTheAnswerIsLost() {
    store.script.next(CREATE, ANSWER_LOST);
    assertThat(put(VOTES)).isEqualTo(new PutOutcome.Created(VOTES));
    assertThat(store.written()).isEqualTo(1);
  }

  @Test
  void findsOutThatItChanged_whenTheAnswerIsLost() {
    store.created(VOTES);
    store.script.next(REPLACE, ANSWER_LOST);
    assertThat(put(CHANGED, AS_VOTES)).isEqualTo(new PutOutcome.Kept(CHANGED));
    assertThat(store.written()).isEqualTo(1);
  }

  @Test
  void saysThatItCannotTell_whetherItWasTheOneThatCreated() {
    store.script.next(CREATE, ANSWER_LOST);
    assertThat(put(VOTES, ABSENT)).isEqualTo(new PutOutcome.OutcomeUnknown());
  }

  @Test
  void saysThatItCannotTell_whenItMayHaveChangedWhatOthersChangedAfterwards() {
    store.created(VOTES);
    store.script.next(REPLACE, ANSWER_LOST);
    store.afterNextReplacement(() -> put(store, deduplicating(TimeSpan.OFF)));
    assertThat(put(retaining("7d"), AS_VOTES)).isEqualTo(new PutOutcome.OutcomeUnknown());
  }

  @Test
  void triesAgain_whenTheRequestIsLost() {
    store.script.next(CREATE, NEVER_APPLIED, NEVER_APPLIED);
    assertThat(put(VOTES)).isEqualTo(new PutOutcome.Created(VOTES));
    store.script.next(REPLACE, NEVER_APPLIED, ANSWER_LOST, ANSWERED);
    assertThat(put(CHANGED)).isEqualTo(new PutOutcome.Kept(CHANGED));
    assertThat(store.stored("votes")).contains(CHANGED);
  }

  @Test
  void saysThatItCannotTell_whenNothingIsEverAnswered() {
    store.script.next(CREATE, NEVER_APPLIED, NEVER_APPLIED, NEVER_APPLIED, NEVER_APPLIED);
    assertThat(put(VOTES)).isEqualTo(new PutOutcome.OutcomeUnknown());
  }

  @Test
  void saysThatItCannotTell_whenTheReadAfterALostAnswerFails() {
    store.script.next(CREATE, ANSWER_LOST);
    store.script.next(FIND, ANSWERED, UNAVAILABLE);
    assertThat(put(VOTES)).isEqualTo(new PutOutcome.OutcomeUnknown());
  }

  @Test
  void failsWithTheStore_whenNothingWasWritten() {
    store.script.next(FIND, UNAVAILABLE);
    assertThatThrownBy(() -> put(VOTES)).hasRootCauseInstanceOf(StoreUnavailable.class);
    assertThat(store.written()).isZero();
  }

  @Test
  void isInTheList_beforeAnybodyIsToldThatItExists() {
    assertThat(put(VOTES)).isEqualTo(new PutOutcome.Created(VOTES));
    assertThat(list("", 10)).containsExactly(DEFAULT, Listed.of(VOTES));

    // the default before it, then twice the one that was created
    store.script.next(ENTER, ANSWERED, NEVER_APPLIED, NEVER_APPLIED);
    Namespace ids = Namespace.of("ids", "event");
    assertThat(put(ids)).isEqualTo(new PutOutcome.OutcomeUnknown());
    assertThat(list("", 10)).containsExactly(DEFAULT, Listed.of(VOTES));
    assertThat(put(ids)).isEqualTo(new PutOutcome.Kept(ids));
    assertThat(list("", 10)).containsExactly(DEFAULT, Listed.of(ids), Listed.of(VOTES));
  }

  @Test
  void entersWhatItFinds_asWhoeverCreatedItMayHaveFailedBefore_once() {
    store.created(VOTES);
    store.script.next(ENTER, NEVER_APPLIED);
    Done.value(namespaces.find("votes"));
    assertThat(list("", 10)).containsExactly(DEFAULT);
    Done.value(namespaces.find("votes"));
    Done.value(namespaces.find("votes"));
    assertThat(list("", 10)).containsExactly(DEFAULT, Listed.of(VOTES));
    assertThat(store.script.calls(ENTER)).isEqualTo(2);
  }

  @Test
  void listsTheDefaultInItsPlace_onThePageWhereItBelongs() {
    for (String name : List.of("a", "c", "e", "g")) {
      Done.value(store.enter(Namespace.of(name, "event")));
    }
    assertThat(list("", 2)).extracting(Listed::name).containsExactly("a", "c");
    assertThat(list("", 3)).extracting(Listed::name).containsExactly("a", "c", "default");
    assertThat(list("c", 2)).extracting(Listed::name).containsExactly("default", "e");
    assertThat(list("default", 9)).extracting(Listed::name).containsExactly("e", "g");
    assertThat(list("g", 9)).isEmpty();
  }

  private List<Listed> list(String after, int limit) {
    return Done.value(namespaces.list(after, limit));
  }

  @Test
  void createsNoMoreThanThereMayBe_theDefaultAmongThem_andChangesThoseThatThereAre() {
    Namespaces three = new Namespaces(store, TestKinds.TALLIES, time, () -> now, 3);
    assertThat(created(three, "a")).isInstanceOf(PutOutcome.Created.class);
    assertThat(created(three, "b")).isInstanceOf(PutOutcome.Created.class);
    assertThat(created(three, "c")).isEqualTo(new PutOutcome.TooMany(3));
    assertThat(store.stored("c")).isEmpty();
    assertThat(created(three, "default")).isInstanceOf(PutOutcome.Kept.class);
    assertThat(created(three, "a")).isInstanceOf(PutOutcome.Kept.class);

    assertThat(Done.value(three.delete("b", Precondition.NONE)))
        .isInstanceOf(DeleteOutcome.Deleting.class);
    assertThat(created(three, "d")).as("room again").isInstanceOf(PutOutcome.Created.class);
    assertThat(created(new Namespaces(store, TestKinds.TALLIES, time, () -> now, 4), "c"))
        .as("after a restart with a higher bound")
        .isInstanceOf(PutOutcome.Created.class);
  }

  @Test
  void countsOneAfterTheOther_soThatThoseWhoCreateAtOnceDoNotExceedTheBound() {
    store.script.hold(COUNT, true);
    Namespaces two = new Namespaces(store, TestKinds.TALLIES, time, () -> now, 2);
    List<CompletableFuture<PutOutcome>> racing =
        List.of("a", "b", "c").stream()
            .map(name -> two.put(NamespacePut.of(changeTo(event(name)))))
            .map(CompletionStage::toCompletableFuture)
            .toList();
    assertThat(store.script.held()).as("the others wait").hasSize(1);
    store.script.held().get(0).answered();
    store.script.held().get(1).answered();
    store.script.held().get(2).answered();
    assertThat(racing.stream().map(CompletableFuture::join))
        .containsExactly(
            new PutOutcome.Created(event("a")),
            new PutOutcome.TooMany(2),
            new PutOutcome.TooMany(2));
  }

  @Test
  void refusesToCreate_whereNobodyCanTellHowManyThereAre() {
    store.script.next(COUNT, UNAVAILABLE);
    assertThatThrownBy(() -> put(VOTES)).hasCauseInstanceOf(StoreUnavailable.class);
    assertThat(store.written()).isZero();
  }

  private static Namespace event(String name) {
    return Namespace.of(name, "event");
  }

  private static PutOutcome created(Namespaces namespaces, String name) {
    return Done.value(namespaces.put(NamespacePut.of(changeTo(event(name)))));
  }

  private static NamespaceChange retaining(String retain) {
    return new NamespaceChange("votes", null, null, new TimeSpan(retain), null, null, Map.of());
  }

  private static NamespaceChange deduplicating(TimeSpan deduplicate) {
    return new NamespaceChange("votes", null, deduplicate, null, null, null, Map.of());
  }

  private static Namespace retained(Namespace some, String retain) {
    return retaining(retain).of(some, TestKinds.TALLIES, null);
  }

  private PutOutcome inTime(NamespaceChange wanted) {
    return Done.value(namespaces.put(NamespacePut.of(wanted)));
  }

  private static NamespaceChange lateness(String name, String length) {
    return new NamespaceChange(
        name, null, null, null, null, null, Map.of(Lateness.SETTING, length));
  }

  private static NamespaceChange changeTo(Namespace wanted) {
    return new NamespaceChange(
        wanted.name(),
        wanted.kind(),
        wanted.deduplicate(),
        wanted.retain(),
        wanted.shards(),
        wanted.windows(),
        wanted.settings());
  }

  private PutOutcome put(Namespace wanted) {
    return put(changeTo(wanted));
  }

  private PutOutcome put(Namespace wanted, Precondition condition) {
    return put(changeTo(wanted), condition);
  }

  private PutOutcome put(NamespaceChange wanted, Precondition condition) {
    return Done.value(namespaces.put(new NamespacePut(wanted, condition)));
  }

  private PutOutcome put(NamespaceChange wanted) {
    return put(store, wanted);
  }

  private static PutOutcome put(NamespaceStore store, NamespaceChange wanted) {
    return Done.value(
        new Namespaces(store, TestKinds.TALLIES, new HandDrivenTime(), Optional::empty, 1_000)
            .put(NamespacePut.of(wanted)));
  }
}

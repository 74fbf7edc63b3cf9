package io.quipu.testing.sim.fault;

import static io.quipu.testing.sim.Protocol.everywhere;
import static io.quipu.testing.sim.Protocol.in;

import io.quipu.engine.checkpoint.dedup.RowRule;
import io.quipu.engine.kinds.latest.StandingValues;
import io.quipu.engine.store.ClosedWindows;
import io.quipu.engine.store.CounterSlices;
import io.quipu.engine.store.Erasure;
import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.store.SettledIds;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.writer.WriterRegistry;
import io.quipu.testing.sim.Protocol;
import io.quipu.testing.sim.Protocol.Use;
import io.quipu.testing.sim.Stress;
import java.util.Arrays;
import java.util.HashMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A seeded fault of the protocol. */
public enum Fault {
  ACKNOWLEDGES_AFTER_LAPSE(
      "acknowledges after the lease lapsed", RecordingFaults.AcknowledgesAfterLapse::new),
  LEASE_FROM_ANSWER(
      Within.NOT_YET,
      Stress.GROUP,
      "lease runs from the answer to the heartbeat",
      RecordingFaults.LeaseFromAnswer::new),
  LOW_IGNORES_IN_FLIGHT(
      "low watermark ignores writes in flight", RecordingFaults.LowIgnoresInFlight::new),
  UNKNOWN_IS_REFUSED(
      "unknown write taken for not applied",
      everywhere(EventLog.class, log -> new RecordingFaults.UnknownIs(log, WriteOutcome.REFUSED))),
  UNKNOWN_IS_WRITTEN(
      "unknown write acknowledged",
      everywhere(EventLog.class, log -> new RecordingFaults.UnknownIs(log, WriteOutcome.WRITTEN))),
  ROWS_SENT_LATER(
      Stress.CRASHING,
      "rows acknowledged that are sent a moment later",
      everywhere(EventLog.class, RecordingFaults.SentLater::new)),
  PARTITION_NOT_NAMED(
      "name of the partition not awaited",
      everywhere(EventDirectory.class, RecordingFaults.PartitionNotNamed::new)),
  HOUR_NOT_NAMED(
      Within.RARE,
      "name of the hour not awaited",
      everywhere(EventDirectory.class, RecordingFaults.HourNotNamed::new)),
  BELIEVES_ANOTHER(
      "another writer's naming of a partition believed",
      everywhere(EventDirectory.class, RecordingFaults.BelievesAnother::new)),
  HORIZON_WITHOUT_GENERATION(
      Within.RARE,
      Stress.GROUP,
      "horizon announced without the generation check",
      everywhere(WriterRegistry.class, GroupFaults.HorizonWithoutGeneration::new)),
  MEMBERS_READ_BEFORE(
      Within.RARE,
      "members read before the generation that they go with",
      GroupFaults::membersReadBefore),
  LEAVE_OVERWRITES_A_JOIN(
      Within.RARE,
      Stress.GROUP,
      "members overwritten without those who joined meanwhile",
      everywhere(WriterRegistry.class, GroupFaults.LeaveOverwritesAJoin::new)),
  END_NOT_AWAITED(
      Within.RARE,
      Stress.GROUP,
      "member forgotten before its end is certain",
      everywhere(
          WriterRegistry.class,
          (registry, machine) ->
              new GroupFaults.EndNotAwaited(registry, machine, new HashMap<>()))),
  JOIN_WITHOUT_HORIZON(
      Within.RARE,
      Stress.GROUP,
      "join without the horizon in its condition",
      everywhere(WriterRegistry.class, GroupFaults.JoinWithoutHorizon::new)),
  DEAD_TOO_SOON(
      Within.RARE,
      Stress.GROUP,
      "declared dead after half a lease of silence",
      everywhere(WriterRegistry.class, GroupFaults.DeadTooSoon::new)),
  HORIZON_TOO_FAR(
      "horizon half a second too far",
      everywhere(WriterRegistry.class, GroupFaults.HorizonTooFar::new)),
  ANNOUNCED_TIME_IS_THE_HORIZON(
      "time of an announcement taken for its horizon by those who do not watch",
      everywhere(WriterRegistry.class, GroupFaults.AnnouncedTimeIsTheHorizon::new)),
  CLIENT_DRAWS_ANOTHER_ID(
      Stress.RETRYING,
      "a client draws another id for each attempt",
      ClientFaults.AnotherIdEachTime::new),
  DOUBT_IS_A_REFUSAL(
      Stress.RETRYING,
      "a client says of an event in doubt that it was refused",
      ClientFaults.DoubtIsARefusal::new),
  IMPORT_NAMED_ANEW(
      Stress.RETRYING,
      "an import that is begun anew takes another name",
      ClientFaults.RunNamedAnew::new),
  KEEPS_ROWS_BEYOND_THE_CUT(
      "rows kept that lie beyond the end of the step", SettlingFaults.KeepsRowsBeyondTheCut::new),
  SETTLES_PAST_HORIZON(
      "settles up to the group's time, not the horizon", SettlingFaults.SettlesPastTheHorizon::new),
  SLICE_BEFORE_HORIZON(
      "slice read before the horizon was announced",
      in(
          Use.SETTLING,
          EventLog.class,
          log -> new SettlingFaults.EarlierSlices(log, new HashMap<>()))),
  BUSY_COUNTER_READ_TOO_LATE(
      "rows of a busy counter read from too late on",
      in(Use.SETTLING, EventLog.class, SettlingFaults.LateSlices::new)),
  UNREADABLE_ROWS_ARE_NONE(
      Stress.ALONE,
      "rows that cannot be read taken for none",
      in(Use.SETTLING, EventLog.class, UnreadableFaults.RowsAreNone::new)),
  UNREADABLE_NAMES_ARE_NONE(
      Stress.ALONE,
      "partitions whose names cannot be read taken for none",
      in(Use.READING, EventDirectory.class, UnreadableFaults.PartitionsAreNone::new)),
  LOOKS_BACK_A_DAY(
      Stress.WEEKS,
      "rows looked for in the last day that has any",
      in(Use.SETTLING, EventDirectory.class, UnreadableFaults.LooksBackADay::new)),
  PACKED_FROM_THE_BOUND(
      Stress.READING,
      "rows of several ids looked for from the bound on",
      PackingFaults.in(null, PackingFaults.FromTheBound::new)),
  PACKED_TAKEN_WHOLE(
      Stress.READING,
      "a row of several ids in a tail taken whole by its first tick",
      PackingFaults.in(Use.READING, PackingFaults.TakenWhole::new)),
  PACKED_DROPPED_AT_A_CUT(
      Stress.READING,
      "a row of several ids dropped whole at a cut",
      PackingFaults.in(Use.SETTLING, PackingFaults.DroppedAtTheCut::new)),
  PACKED_IS_ONE(
      "a row of several ids counted as one", PackingFaults.in(null, PackingFaults.OneOfAll::new)),
  AN_ID_IS_ONE_HAPPENING(
      "an id of several happenings settled as one",
      PackingFaults.in(Use.SETTLING, PackingFaults.OneHappening::new)),
  DIRECTORY_BEFORE_HORIZON(
      "directory read before the horizon was announced",
      in(Use.SETTLING, EventDirectory.class, SettlingFaults.EarlierDirectory::new)),
  CAS_IGNORED(
      "outcome of the compare-and-set ignored",
      everywhere(PageStore.class, SettlingFaults.CasIgnored::new)),
  ADVANCE_WITHOUT_CONDITION(
      Stress.SETTLING,
      "page advanced without condition",
      everywhere(PageStore.class, SettlingFaults.AdvanceWithoutCondition::new)),
  REMEMBERS_AFTER_LOST_RACE(
      Stress.SETTLING,
      "states remembered after a lost race",
      in(
          Use.SETTLING,
          PageStore.class,
          pages -> new SettlingFaults.RemembersAfterLostRace(pages, new HashMap<>()))),
  TAKEOVER_WITHOUT_EXPORT(
      Within.RARE,
      Stress.SETTLING,
      "page taken over without exporting its last step",
      everywhere(PageStore.class, SettlingFaults.TakeoverWithoutExport::new)),
  TAKEOVER_EXPORTS_ONE(
      Within.RARE,
      "page taken over with one counter of its last step",
      everywhere(PageStore.class, UnreadableFaults.ExportsOne::new)),
  WINDOWS_NOT_AWAITED(
      Within.RARE,
      "next step before the closed windows are durable",
      everywhere(ClosedWindows.class, SettlingFaults.WindowsNotAwaited::new)),
  IDS_NOT_AWAITED(
      Within.RARE,
      Stress.SETTLING,
      "next step before the settled ids are durable",
      everywhere(SettledIds.class, DeduplicationFaults.IdsNotAwaited::new)),
  WINDOW_IS_A_SETTING(
      Stress.CHANGING,
      "window of an id taken from the setting, not from its row",
      everywhere(
          EventLog.class, log -> new DeduplicationFaults.WindowIsASetting(log, new HashMap<>()))),
  FORGETS_IDS(
      "settled ids not looked up",
      everywhere(SettledIds.class, DeduplicationFaults.ForgetsIds::new)),
  FILTER_OF_ANOTHER_RUN(
      "filter of one run of settled ids taken for that of another",
      in(
          Use.READING,
          SettledIds.class,
          ids -> new DeduplicationFaults.FilterOfAnotherRun(ids, new TreeMap<>()))),
  RUN_ABSENT_FOR_EVER(
      Stress.SETTLING,
      "a run of settled ids that was not there yet taken for an empty one",
      in(
          Use.READING,
          SettledIds.class,
          ids -> new DeduplicationFaults.AbsentForEver(ids, new TreeSet<>()))),
  RUN_NOT_NAMED(
      "settled ids of a step in no run",
      in(
          Use.SETTLING,
          PageStore.class,
          pages -> new DeduplicationFaults.OtherRuns(pages, DeduplicationFaults.OtherRuns::isOdd))),
  RUNS_FORGOTTEN_EARLY(
      Within.RARE,
      "settled ids forgotten when their period ends",
      in(
          Use.SETTLING,
          PageStore.class,
          pages ->
              new DeduplicationFaults.OtherRuns(pages, DeduplicationFaults.OtherRuns::isNotOver))),
  MERGE_NOT_AWAITED(
      "merged run of settled ids named before it is durable",
      everywhere(SettledIds.class, DeduplicationFaults.MergeNotAwaited::new)),
  MERGE_LOSES_A_BLOCK(
      "ids of a block left out of a merge",
      everywhere(SettledIds.class, DeduplicationFaults.MergeLosesABlock::new)),
  MERGE_DROPS_STEPS(
      "a merge that drops the runs of steps meanwhile",
      in(
          Use.SETTLING,
          PageStore.class,
          pages ->
              new DeduplicationFaults.OtherRuns(
                  pages, DeduplicationFaults.OtherRuns::isNotDroppedByMerge))),
  COLLECTS_AT_ONCE(
      Stress.COLLECTING,
      "rows deleted without the wait, while reads are slow",
      CollectionFaults.CollectsAtOnce::new),
  READS_WITHOUT_DEADLINE(
      "reads answered however long they took", CollectionFaults.ReadsWithoutDeadline::new),
  COLLECTS_UNSETTLED(
      "rows deleted that no page has passed",
      in(
          Use.SETTLING,
          PageStore.class,
          pages -> new CollectionFaults.FarPages(pages, page -> true))),
  COLLECTS_BY_ONE_PAGE(
      Within.RARE,
      "rows deleted that one page of the part has passed",
      CollectionFaults.CollectsByOnePage::new),
  HEADER_OF_ANOTHER_READ(
      "header of one read combined with the state of another",
      in(Use.READING, PageStore.class, ReadingFaults.HeaderOfAnotherRead::new)),
  GAP_NOT_READ(
      Stress.READING,
      "tail read from an ordinary header only",
      in(
          Use.READING,
          PageStore.class,
          pages -> new ReadingFaults.GapNotRead(pages, new HashMap<>()))),
  DIRECTORY_BEFORE_QUESTION(
      "directory read before the question",
      in(Use.READING, EventDirectory.class, SettlingFaults.EarlierDirectory::new)),
  WINDOWS_BEFORE_PAGE(
      "closed windows read before the page",
      in(
          Use.READING,
          ClosedWindows.class,
          windows -> new ReadingFaults.WindowsBeforePage(windows, new HashMap<>()))),
  WINDOWS_SETTLED_AT_THEIR_END(
      "windows taken for settled when they end", ReadingFaults.SettledAtTheirEnd::new),
  VALUES_NOT_AWAITED(
      Within.RARE,
      Stress.LATEST,
      "next step before the standing values are durable",
      everywhere(StandingValues.class, LatestFaults.ValuesNotAwaited::new)),
  FORGETS_VALUES(
      Stress.LATEST,
      "standing values not looked up",
      everywhere(StandingValues.class, LatestFaults.ForgetsValues::new)),
  NOTHING_SUBTRACTED(
      Stress.LATEST,
      "a value added without subtracting the one before",
      everywhere(RowRule.class, LatestFaults.NothingSubtracted::new)),
  TIES_BY_ARRIVAL(
      Stress.LATEST,
      "of one version, the last that was recorded stands",
      everywhere(RowRule.class, LatestFaults.TiesByArrival::new)),
  BELIEVES_LATER_VALUES(
      Stress.LATEST,
      "standing values at or above until believed",
      LatestFaults::believesLaterValues),
  VALUES_BEFORE_PAGE(
      Stress.LATEST,
      "standing values looked up before the page was read",
      in(Use.READING, StandingValues.class, LatestFaults::valuesBeforePage)),
  VALUES_FORGOTTEN_AT_ONCE(
      Stress.LATEST,
      "what stood before deleted without the wait",
      LatestFaults::valuesForgottenAtOnce),
  RESET_KEEPS_VALUES(
      Stress.LATEST,
      "a value subtracted that a reset had taken away",
      everywhere(RowRule.class, LatestFaults.ResetKeepsValues::new)),
  RESET_KEEPS_WINDOWS(
      Stress.RESETTING, "reset not taken away from windows", ResetFaults.KeepsWindows::new),
  RESET_TAKES_LATER_EVENTS(
      Stress.RESETTING,
      "reset applied to events just after it",
      in(Use.READING, EventLog.class, log -> new ResetFaults.ToldResets(log, ResetFaults::later))),
  RESET_LOST_ON_A_PAGE(
      Stress.RESETTING,
      "reset acknowledged that is not on all pages",
      in(Use.RECORDING, EventLog.class, ResetFaults.LostOnAPage::new)),
  RESET_BEFORE_HORIZON(
      Stress.RESETTING,
      "reset acknowledged before the horizon has passed it",
      ResetFaults.AcknowledgedAtOnce::new),
  TAIL_IGNORES_RESETS(
      Stress.RESETTING,
      "resets left out of tails",
      in(
          Use.READING,
          EventLog.class,
          log -> new ResetFaults.ToldResets(log, (partition, at) -> null))),
  RECOUNT_IGNORES_RESETS(
      Stress.RESETTING, "resets left out of recounts", ResetFaults.RecountIgnoresThem::new),
  LEVELS_NOT_AWAITED(
      Stress.LEVELS,
      "acknowledged before the rows of levels above are durable",
      in(Use.RECORDING, EventLog.class, LevelFaults.NotAwaited::new)),
  LEVEL_IDS_WITHOUT_NAME(
      Stress.LEVELS,
      "id of a level above without the name of the counter below",
      LevelFaults.IdsWithoutName::new),
  LEVEL_IDS_OF_THEIR_OWN(
      Stress.LEVELS,
      "id of a level above another with each sending",
      in(Use.RECORDING, EventLog.class, LevelFaults.IdsOfTheirOwn::new)),
  LATE_COUNTED_WHEN_RECORDED(
      Stress.LATE,
      "a late event settled in the minute of its recording",
      in(Use.SETTLING, EventLog.class, LateFaults.AsRecorded::new)),
  SUPPLEMENT_BESIDE_THE_ROW(
      Stress.LATE,
      "a supplement counted that the row still has",
      in(Use.READING, ClosedWindows.class, LateFaults.OfAnotherStep::before)),
  SUPPLEMENT_OF_A_LATER_STEP(
      Stress.LATE,
      "a supplement counted of a step after the row",
      in(Use.READING, ClosedWindows.class, LateFaults.OfAnotherStep::first)),
  SUPPLEMENTS_BEFORE_PAGE(
      Stress.LATE,
      "supplements read before the page",
      in(Use.READING, ClosedWindows.class, LateFaults.BeforePage::of)),
  SUPPLEMENT_EXPORTED_ANEW(
      Within.RARE,
      Stress.LATE,
      "a supplement exported again under another step",
      in(Use.SETTLING, ClosedWindows.class, LateFaults.ExportedAnew::new)),
  SUPPLEMENTS_NOT_AWAITED(
      Stress.HISTORY,
      "next step before the supplements are durable",
      everywhere(ClosedWindows.class, LateFaults.NotAwaited::new)),
  FINAL_BEFORE_LATENESS(
      Stress.LATE, "windows final before the lateness is over", LateFaults.FinalTooSoon::new),
  RECOUNTED_BY_TIME(
      Stress.HISTORY,
      "a recount that goes by the time of events, not by when they were recorded",
      in(Use.READING, PageStore.class, LateFaults.RecordedAtTheirTime::new)),
  SUPPLEMENTED_SINCE_THE_LAST_STEP(
      Stress.HISTORY,
      "events of other minutes taken for recorded since the last step",
      in(Use.SETTLING, PageStore.class, LateFaults.SinceTheLastStep::new)),
  FINAL_WHILE_CHANGING(
      Stress.KEEPING,
      "windows final before a lateness that changes is over",
      LateFaults.FinalTooSoon::new),
  DELETED_WHILE_LATE(
      Stress.ENDS,
      "windows deleted while late events may still come",
      EndFaults.DeletesBy::keepAlone),
  DELETED_TOO_SOON(
      Stress.ENDS,
      "windows deleted before their page has passed what is kept",
      EndFaults.DeletesBy::shorterKeep),
  DELETED_WITHOUT_WAIT(
      Within.RARE, Stress.ENDS, "windows deleted without the wait", EndFaults.DeletesAtOnce::new),
  OLD_SETTINGS_USED(
      Stress.DELETING,
      "settings used for longer than a purge waits",
      DeletionFaults.UsesOldSettings::new),
  PURGE_ANSWERED_AT_ONCE(
      Stress.DELETING,
      "purge answered before everybody knows of it",
      DeletionFaults.AnsweredAtOnce::new),
  PURGE_FROM_OLD_SETTINGS(
      Within.RARE,
      Stress.DELETING,
      "purge begun from settings before the last decision",
      everywhere(NamespaceStore.class, DeletionFaults.FromOldSettings::new)),
  PURGE_NOT_IN_THE_LOG(
      Stress.DELETING,
      "purge decided that is not in the log",
      everywhere(NamespaceStore.class, DeletionFaults.NotInTheLog::new)),
  AGE_OF_SETTINGS_IGNORED(
      Stress.MAPPED, "settings used by one way in, however old", DeletionFaults.AgeIgnored::new),
  PURGE_ALWAYS_DUE(
      Stress.MAPPED,
      "undecided purge decided, however old",
      everywhere(NamespaceStore.class, DeletionFaults.AlwaysDue::new)),
  VOID_PURGE_HOLDS(
      Stress.MAPPED,
      "void purge taken for decided",
      everywhere(NamespaceStore.class, DeletionFaults.VoidHolds::new)),
  ONE_LIFE_FOR_ALL(
      Stress.DELETING,
      "life of a counter used again",
      everywhere(NamespaceStore.class, DeletionFaults.OneLifeForAll::new)),
  ERASED_AT_ONCE(
      Stress.DELETING,
      "data deleted while they may still be read and written",
      DeletionFaults.ErasedAtOnce::new),
  WAIT_TAKEN_FOR_OVER(
      Stress.DELETING,
      "data of a namespace deleted although nobody has waited",
      everywhere(NamespaceStore.class, DeletionFaults.WaitTakenForOver::new)),
  STEPS_NOT_AWAITED(
      Within.RARE,
      Stress.DELETING,
      "pages deleted while a step may have read rows before",
      DeletionFaults.AwaitsNoSteps::new),
  ERASURE_NOT_AWAITED(
      Stress.DELETING,
      "deletion of data taken for done whose outcome is unknown",
      everywhere(Erasure.class, DeletionFaults.NotAwaited::new)),
  SERIES_WITHOUT_SIBLINGS(
      Stress.SERIES, "event recorded for one of its series", SeriesFaults.WithoutSiblings::new),
  ADDED_LABEL_NOT_SETTLED(
      Stress.SERIES,
      "label that was added later not settled",
      in(Use.SETTLING, EventLog.class, SeriesFaults.WithoutAddedLabels::new)),
  RESET_NOT_NOTED(
      Stress.SERIES,
      "reset not noted for series",
      in(Use.SETTLING, PageStore.class, SeriesFaults.ForgetsResets::new)),
  RESET_DROPPED_UNWRITTEN(
      Stress.IDLE_SERIES,
      "note of a reset dropped while a series has not stepped since",
      in(Use.SETTLING, PageStore.class, SeriesFaults.DropsResets::new)),
  IDLE_SERIES_NOT_FOUND(
      Stress.IDLE_SERIES,
      "some idle series taken for all",
      in(Use.SETTLING, CounterSlices.class, SeriesFaults.FindsHalf::new)),
  RESET_LEFT_OUT_OF_WINDOWS(
      Stress.IDLE_SERIES,
      "what a reset took from a series left out of its windows",
      in(Use.SETTLING, PageStore.class, SeriesFaults.WithoutSupplements::new)),
  TAIL_CUT_TO_SOME_SERIES(
      Stress.IDLE_SERIES,
      "a tail read for its first series only",
      in(Use.READING, EventLog.class, SeriesFaults.FewOfTheTail::new)),
  SERIES_NOT_COUNTED(
      Stress.SERIES,
      "series that were found taken for all",
      in(Use.READING, PageStore.class, SeriesFaults.CountsNone::new)),
  RANKED_BEFORE_HEADERS(
      Stress.RANKING,
      "counters ranked as they were before the header that the ranking is of",
      in(Use.RANKING, CounterSlices.class, RankingFaults.EarlierStates::new)),
  RANKED_UP_TO_HORIZON(
      Stress.RANKING,
      "a ranking taken to be up to the horizon, though a page is not",
      in(Use.RANKING, PageStore.class, RankingFaults.LaterHeader::new)),
  RANGES_ADDED_TWICE(
      Stress.RANKING,
      "closed windows added up for each run that they are read with",
      in(Use.RANKING, CounterSlices.class, RankingFaults.ClosedTwice::new)),
  RANGES_WITHOUT_SUPPLEMENTS(
      Stress.RANKING,
      "what late events add to windows left out of rankings",
      in(Use.RANKING, CounterSlices.class, RankingFaults.WithoutSupplements::new)),
  REPLACES_WITHOUT_REPAIR(
      Stress.REPLACING,
      "a lost node replaced without a repair of those that are left",
      NodeCareFaults.ReplacesWithoutRepair::new),
  CLOCKS_OF_NODES_APART(
      Stress.REPLACING,
      "clocks of nodes further apart than their Paxos state lives",
      NodeCareFaults.ClocksFarApart::new);

  /** Within how many seeds a fault must be caught. */
  private static final class Within {
    private static final int SEEDS = 200;

    /** One that needs several things to go wrong within one lease, or one step of settling. */
    private static final int RARE = 1_500;

    /** A fault that a thousand runs did not catch. Tried by hand only. */
    private static final int NOT_YET = 0;
  }

  private final int seeds;
  private final Stress stress;
  private final String title;

  @SuppressWarnings("ImmutableEnumChecker") // only constructors, which hold nothing
  private final Supplier<Protocol> protocol;

  Fault(String title, Supplier<Protocol> protocol) {
    this(Within.SEEDS, title, protocol);
  }

  Fault(int seeds, String title, Supplier<Protocol> protocol) {
    this(seeds, Stress.NONE, title, protocol);
  }

  Fault(Stress stress, String title, Supplier<Protocol> protocol) {
    this(Within.SEEDS, stress, title, protocol);
  }

  Fault(int seeds, Stress stress, String title, Supplier<Protocol> protocol) {
    this.stress = stress;
    this.seeds = seeds;
    this.title = title;
    this.protocol = protocol;
  }

  /** Those of which it is known within how many seeds they are caught. */
  public static Stream<Fault> caught() {
    return Arrays.stream(values()).filter(fault -> fault.seeds > 0);
  }

  public String title() {
    return title;
  }

  /** Within how many seeds it must be caught; 0 where no number is known. */
  public int seeds() {
    return seeds;
  }

  /** What the runs strain in which it must be caught. */
  public Stress stress() {
    return stress;
  }

  /** Makes the spoilt collaborators of one process. */
  public Supplier<Protocol> protocol() {
    return protocol;
  }
}

package io.quipu.testing.sim.fault;

import io.quipu.testing.sim.Protocol;
import io.quipu.testing.sim.Stress;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A seeded fault of the protocol. */
public enum Fault {
  ACKNOWLEDGES_AFTER_LAPSE(
      Within.SEEDS,
      "acknowledges after the lease lapsed",
      RecordingFaults.AcknowledgesAfterLapse::new),
  LEASE_FROM_ANSWER(
      Within.NOT_YET,
      Stress.GROUP,
      "lease runs from the answer to the heartbeat",
      RecordingFaults.LeaseFromAnswer::new),
  LOW_IGNORES_IN_FLIGHT(
      Within.SEEDS,
      "low watermark ignores writes in flight",
      RecordingFaults.LowIgnoresInFlight::new),
  UNKNOWN_IS_REFUSED(
      Within.SEEDS, "unknown write taken for not applied", RecordingFaults.UnknownIsRefused::new),
  UNKNOWN_IS_WRITTEN(
      Within.SEEDS, "unknown write acknowledged", RecordingFaults.UnknownIsWritten::new),
  PARTITION_NOT_NAMED(
      Within.SEEDS, "name of the partition not awaited", RecordingFaults.PartitionNotNamed::new),
  HOUR_NOT_NAMED(Within.RARE, "name of the hour not awaited", RecordingFaults.HourNotNamed::new),
  BELIEVES_ANOTHER(
      Within.SEEDS,
      "another writer's naming of a partition believed",
      RecordingFaults.BelievesAnother::new),
  HORIZON_WITHOUT_GENERATION(
      Within.RARE,
      Stress.GROUP,
      "horizon announced without the generation check",
      GroupFaults.HorizonWithoutGeneration::new),
  GROUP_READ_ONCE(
      Within.RARE, "first answer to a look at the group believed", GroupFaults.GroupReadOnce::new),
  JOIN_WITHOUT_HORIZON(
      Within.RARE,
      Stress.GROUP,
      "join without the horizon in its condition",
      GroupFaults.JoinWithoutHorizon::new),
  DEAD_TOO_SOON(
      Within.RARE,
      Stress.GROUP,
      "declared dead after half a lease of silence",
      GroupFaults.DeadTooSoon::new),
  HORIZON_TOO_FAR(Within.SEEDS, "horizon half a second too far", GroupFaults.HorizonTooFar::new),
  KEEPS_ROWS_BEYOND_THE_CUT(
      Within.SEEDS,
      "rows kept that lie beyond the end of the step",
      SettlingFaults.KeepsRowsBeyondTheCut::new),
  SETTLES_PAST_HORIZON(
      Within.SEEDS,
      "settles up to the group's time, not the horizon",
      SettlingFaults.SettlesPastTheHorizon::new),
  SLICE_BEFORE_HORIZON(
      Within.SEEDS,
      "slice read before the horizon was announced",
      SettlingFaults.SliceBeforeHorizon::new),
  DIRECTORY_BEFORE_HORIZON(
      Within.SEEDS,
      "directory read before the horizon was announced",
      SettlingFaults.DirectoryBeforeHorizon::new),
  CAS_IGNORED(
      Within.SEEDS, "outcome of the compare-and-set ignored", SettlingFaults.CasIgnored::new),
  ADVANCE_WITHOUT_CONDITION(
      Within.SEEDS,
      Stress.SETTLING,
      "page advanced without condition",
      SettlingFaults.AdvanceWithoutCondition::new),
  REMEMBERS_AFTER_LOST_RACE(
      Within.SEEDS,
      Stress.SETTLING,
      "states remembered after a lost race",
      SettlingFaults.RemembersAfterLostRace::new),
  TAKEOVER_WITHOUT_EXPORT(
      Within.RARE,
      Stress.SETTLING,
      "page taken over without exporting its last step",
      SettlingFaults.TakeoverWithoutExport::new),
  WINDOWS_NOT_AWAITED(
      Within.RARE,
      "next step before the closed windows are durable",
      SettlingFaults.WindowsNotAwaited::new),
  IDS_NOT_AWAITED(
      Within.RARE,
      Stress.SETTLING,
      "next step before the settled ids are durable",
      DeduplicationFaults.IdsNotAwaited::new),
  WINDOW_IS_A_SETTING(
      Within.SEEDS,
      Stress.CHANGING,
      "window of an id taken from the setting, not from its row",
      DeduplicationFaults.WindowIsASetting::new),
  FORGETS_IDS(Within.SEEDS, "settled ids not looked up", DeduplicationFaults.ForgetsIds::new),
  BELIEVES_LATER_IDS(
      Within.SEEDS,
      Stress.SETTLING,
      "settled ids at or above until believed",
      DeduplicationFaults.BelievesLaterIds::new),
  IDS_BEFORE_PAGE(
      Within.SEEDS,
      "settled ids looked up before the page was read",
      DeduplicationFaults.IdsBeforePage::new),
  IDS_DELETED_AT_ONCE(
      Within.RARE,
      "settled ids deleted without the wait",
      DeduplicationFaults.IdsDeletedAtOnce::new),
  COLLECTS_AT_ONCE(
      Within.SEEDS,
      Stress.COLLECTING,
      "rows deleted without the wait, while reads are slow",
      CollectionFaults.CollectsAtOnce::new),
  READS_WITHOUT_DEADLINE(
      Within.SEEDS,
      "reads answered however long they took",
      CollectionFaults.ReadsWithoutDeadline::new),
  COLLECTS_UNSETTLED(
      Within.SEEDS,
      "rows deleted that no page has passed",
      CollectionFaults.CollectsUnsettled::new),
  COLLECTS_BY_ONE_PAGE(
      Within.SEEDS,
      "rows deleted that one page of the part has passed",
      CollectionFaults.CollectsByOnePage::new),
  HEADER_OF_ANOTHER_READ(
      Within.SEEDS,
      "header of one read combined with the state of another",
      ReadingFaults.HeaderOfAnotherRead::new),
  GAP_NOT_READ(
      Within.SEEDS,
      Stress.READING,
      "tail read from an ordinary header only",
      ReadingFaults.GapNotRead::new),
  DIRECTORY_BEFORE_QUESTION(
      Within.SEEDS,
      "directory read before the question",
      ReadingFaults.DirectoryBeforeQuestion::new),
  WINDOWS_BEFORE_PAGE(
      Within.SEEDS, "closed windows read before the page", ReadingFaults.WindowsBeforePage::new),
  WINDOWS_SETTLED_AT_THEIR_END(
      Within.SEEDS,
      "windows taken for settled when they end",
      ReadingFaults.SettledAtTheirEnd::new),
  VALUES_NOT_AWAITED(
      Within.RARE,
      Stress.LATEST,
      "next step before the standing values are durable",
      LatestFaults.ValuesNotAwaited::new),
  FORGETS_VALUES(
      Within.SEEDS,
      Stress.LATEST,
      "standing values not looked up",
      LatestFaults.ForgetsValues::new),
  NOTHING_SUBTRACTED(
      Within.SEEDS,
      Stress.LATEST,
      "a value added without subtracting the one before",
      LatestFaults.NothingSubtracted::new),
  TIES_BY_ARRIVAL(
      Within.SEEDS,
      Stress.LATEST,
      "of one version, the last that was recorded stands",
      LatestFaults.TiesByArrival::new),
  BELIEVES_LATER_VALUES(
      Within.SEEDS,
      Stress.LATEST,
      "standing values at or above until believed",
      LatestFaults.BelievesLaterValues::new),
  VALUES_BEFORE_PAGE(
      Within.SEEDS,
      Stress.LATEST,
      "standing values looked up before the page was read",
      LatestFaults.ValuesBeforePage::new),
  VALUES_FORGOTTEN_AT_ONCE(
      Within.SEEDS,
      Stress.LATEST,
      "what stood before deleted without the wait",
      LatestFaults.ValuesForgottenAtOnce::new),
  RESET_KEEPS_WINDOWS(
      Within.SEEDS,
      Stress.RESETTING,
      "reset not taken away from windows",
      ResetFaults.KeepsWindows::new),
  RESET_TAKES_LATER_EVENTS(
      Within.SEEDS,
      Stress.RESETTING,
      "reset applied to events just after it",
      ResetFaults.TakesLaterEvents::new),
  RESET_LOST_ON_A_PAGE(
      Within.SEEDS,
      Stress.RESETTING,
      "reset acknowledged that is not on all pages",
      ResetFaults.LostOnAPage::new),
  RESET_BEFORE_HORIZON(
      Within.SEEDS,
      Stress.RESETTING,
      "reset acknowledged before the horizon has passed it",
      ResetFaults.AcknowledgedAtOnce::new),
  TAIL_IGNORES_RESETS(
      Within.SEEDS, Stress.RESETTING, "resets left out of tails", ResetFaults.TailIgnoresThem::new),
  RECOUNT_IGNORES_RESETS(
      Within.SEEDS,
      Stress.RESETTING,
      "resets left out of recounts",
      ResetFaults.RecountIgnoresThem::new),
  LEVELS_NOT_AWAITED(
      Within.SEEDS,
      Stress.LEVELS,
      "acknowledged before the rows of levels above are durable",
      LevelFaults.NotAwaited::new),
  LEVEL_IDS_WITHOUT_NAME(
      Within.SEEDS,
      Stress.LEVELS,
      "id of a level above without the name of the counter below",
      LevelFaults.IdsWithoutName::new),
  LEVEL_IDS_OF_THEIR_OWN(
      Within.SEEDS,
      Stress.LEVELS,
      "id of a level above another with each sending",
      LevelFaults.IdsOfTheirOwn::new),
  REPLACES_WITHOUT_REPAIR(
      Within.SEEDS,
      Stress.REPLACING,
      "a lost node replaced without a repair of those that are left",
      NodeCareFaults.ReplacesWithoutRepair::new),
  CLOCKS_OF_NODES_APART(
      Within.SEEDS,
      Stress.REPLACING,
      "clocks of nodes further apart than their Paxos state lives",
      NodeCareFaults.ClocksFarApart::new);

  /** Within how many seeds a fault must be caught. */
  private static final class Within {
    private static final int SEEDS = 200;

    /** One that needs several things to go wrong within one lease, or one step of settling. */
    private static final int RARE = 1_000;

    /** A fault that a thousand runs did not catch. Tried by hand only. */
    private static final int NOT_YET = 0;
  }

  private final int seeds;
  private final Stress stress;
  private final String title;

  @SuppressWarnings("ImmutableEnumChecker") // only constructors, which hold nothing
  private final Supplier<Protocol> protocol;

  Fault(int seeds, String title, Supplier<Protocol> protocol) {
    this(seeds, Stress.NONE, title, protocol);
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

package io.quipu.sim.fault;

import io.quipu.sim.Protocol;
import io.quipu.sim.Stress;
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
      Within.RAREST,
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
  NOT_FINDABLE(Within.SEEDS, "bucket and dirty row not awaited", RecordingFaults.NotFindable::new),
  HORIZON_WITHOUT_GENERATION(
      Within.RARE,
      Stress.GROUP,
      "horizon announced without the generation check",
      GroupFaults.HorizonWithoutGeneration::new),
  JOIN_WITHOUT_HORIZON(
      Within.RARE,
      Stress.GROUP,
      "join without the horizon in its condition",
      GroupFaults.JoinWithoutHorizon::new),
  DEAD_TOO_SOON(
      Within.RAREST,
      Stress.GROUP,
      "declared dead after half a lease of silence",
      GroupFaults.DeadTooSoon::new),
  HORIZON_TOO_FAR(Within.SEEDS, "horizon half a second too far", GroupFaults.HorizonTooFar::new),
  SLICE_TO_INCLUSIVE(
      Within.SEEDS, "slice includes its upper bound", SettlingFaults.SliceToInclusive::new),
  SLICE_FROM_EXCLUSIVE(
      Within.SEEDS, "slice excludes its lower bound", SettlingFaults.SliceFromExclusive::new),
  SETTLES_PAST_HORIZON(
      Within.SEEDS,
      "settles up to the group's time, not the horizon",
      SettlingFaults.SettlesPastTheHorizon::new),
  SLICE_BEFORE_HORIZON(
      Within.SEEDS,
      "slice read before the horizon was announced",
      SettlingFaults.SliceBeforeHorizon::new),
  CAS_IGNORED(
      Within.SEEDS, "outcome of the compare-and-set ignored", SettlingFaults.CasIgnored::new),
  UNKNOWN_CAS_IS_APPLIED(
      Within.NOT_YET,
      Stress.SETTLING,
      "unknown compare-and-set taken for applied",
      SettlingFaults.UnknownIsApplied::new),
  READS_BY_QUORUM(
      Within.SEEDS,
      Stress.SETTLING,
      "an existing checkpoint read by a quorum, not serially",
      SettlingFaults.ReadsByQuorum::new),
  ADVANCE_WITHOUT_CONDITION(
      Within.SEEDS,
      "checkpoint advanced without condition",
      SettlingFaults.AdvanceWithoutCondition::new),
  BELIEVES_ABORTED(
      Within.SEEDS, "members of aborted epochs believed", DeduplicationFaults.BelievesAborted::new),
  BELIEVES_PREPARED(
      Within.SEEDS,
      "reads believe members of a prepared epoch",
      DeduplicationFaults.BelievesPrepared::new),
  PREPARE_ON_EPOCH_ALONE(
      Within.RARE,
      Stress.SETTLING,
      "prepare conditional on the epoch alone",
      DeduplicationFaults.PrepareOnEpochAlone::new),
  ADOPTS_UNKNOWN_EPOCH(
      Within.RARE,
      Stress.SETTLING,
      "unknown prepare taken for one's own",
      DeduplicationFaults.AdoptsUnknownEpoch::new),
  MEMBERS_NOT_AWAITED(
      Within.SEEDS,
      "epoch committed before its members are durable",
      DeduplicationFaults.MembersNotAwaited::new),
  COLLECTS_AT_ONCE(
      Within.SEEDS,
      "rows deleted without the wait, while reads are slow",
      CollectionFaults.CollectsAtOnce::new),
  COLLECTS_UNSETTLED(
      Within.SEEDS,
      "rows deleted that the checkpoint has not passed",
      CollectionFaults.CollectsUnsettled::new),
  FORGETS_MEMBERS(
      Within.SEEDS, "settled ids not looked up", DeduplicationFaults.ForgetsMembers::new),
  WINDOWS_SETTLED_AT_HORIZON(
      Within.SEEDS,
      "windows taken for settled at the horizon",
      ReadingFaults.SettledAtTheHorizon::new);

  /** Within how many seeds a fault must be caught. */
  private static final class Within {
    private static final int SEEDS = 200;

    /** One that needs several things to go wrong within one lease, or one step of settling. */
    private static final int RARE = 500;

    /**
     * A write must be slower than a lease, and answered just in time for a lease that is too long,
     * or for the death of its writer.
     */
    private static final int RAREST = 1_000;

    /**
     * A fault that thousands of runs did not catch: the next step is conditional on what a settler
     * believes of the step before, and refused. Tried by hand only.
     */
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

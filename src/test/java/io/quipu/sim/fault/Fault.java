package io.quipu.sim.fault;

import io.quipu.sim.Protocol;
import java.util.function.Supplier;

/** A seeded fault of the protocol. */
public enum Fault {
  ACKNOWLEDGES_AFTER_LAPSE(
      "acknowledges after the lease lapsed", RecordingFaults.AcknowledgesAfterLapse::new),
  LEASE_FROM_ANSWER(
      "lease runs from the answer to the heartbeat", RecordingFaults.LeaseFromAnswer::new),
  LOW_IGNORES_IN_FLIGHT(
      "low watermark ignores writes in flight", RecordingFaults.LowIgnoresInFlight::new),
  UNKNOWN_IS_REFUSED(
      "unknown write taken for not applied", RecordingFaults.UnknownIsRefused::new),
  UNKNOWN_IS_WRITTEN("unknown write acknowledged", RecordingFaults.UnknownIsWritten::new),
  NOT_FINDABLE("bucket and dirty row not awaited", RecordingFaults.NotFindable::new),
  HORIZON_WITHOUT_GENERATION(
      "horizon announced without the generation check", GroupFaults.HorizonWithoutGeneration::new),
  JOIN_WITHOUT_HORIZON(
      "join without the horizon in its condition", GroupFaults.JoinWithoutHorizon::new),
  DEAD_TOO_SOON("declared dead after half a lease of silence", GroupFaults.DeadTooSoon::new),
  HORIZON_TOO_FAR("horizon half a second too far", GroupFaults.HorizonTooFar::new),
  SLICE_TO_INCLUSIVE("slice includes its upper bound", SettlingFaults.SliceToInclusive::new),
  SLICE_FROM_EXCLUSIVE("slice excludes its lower bound", SettlingFaults.SliceFromExclusive::new),
  SETTLES_PAST_HORIZON(
      "settles up to the group's time, not the horizon", SettlingFaults.SettlesPastTheHorizon::new),
  SLICE_BEFORE_HORIZON(
      "slice read before the horizon was announced", SettlingFaults.SliceBeforeHorizon::new),
  CAS_IGNORED("outcome of the compare-and-set ignored", SettlingFaults.CasIgnored::new),
  UNKNOWN_CAS_IS_APPLIED(
      "unknown compare-and-set taken for applied", SettlingFaults.UnknownIsApplied::new),
  ADVANCE_WITHOUT_CONDITION(
      "checkpoint advanced without condition", SettlingFaults.AdvanceWithoutCondition::new),
  BELIEVES_ABORTED(
      "members of aborted epochs believed", DeduplicationFaults.BelievesAborted::new),
  BELIEVES_PREPARED(
      "reads believe members of a prepared epoch", DeduplicationFaults.BelievesPrepared::new),
  PREPARE_ON_EPOCH_ALONE(
      "prepare conditional on the epoch alone", DeduplicationFaults.PrepareOnEpochAlone::new),
  ADOPTS_UNKNOWN_EPOCH(
      "unknown prepare taken for one's own", DeduplicationFaults.AdoptsUnknownEpoch::new),
  MEMBERS_NOT_AWAITED(
      "epoch committed before its members are durable", DeduplicationFaults.MembersNotAwaited::new),
  FORGETS_MEMBERS("settled ids not looked up", DeduplicationFaults.ForgetsMembers::new);

  private final String title;
  private final Supplier<Protocol> protocol;

  Fault(String title, Supplier<Protocol> protocol) {
    this.title = title;
    this.protocol = protocol;
  }

  public String title() {
    return title;
  }

  /** Makes the spoilt collaborators of one process. */
  public Supplier<Protocol> protocol() {
    return protocol;
  }
}

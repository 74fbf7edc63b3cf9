package io.quipu.edge.resp.command;

import io.quipu.edge.resp.protocol.Command;
import io.quipu.edge.resp.protocol.Reply;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.kind.Holding;
import io.quipu.engine.kind.InvalidDraft;
import io.quipu.engine.names.Namespace;
import io.quipu.service.failure.ServiceFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The replies to commands that failed. If a reply begins with {@link #UNKNOWN}, the outcome is
 * unknown. If not, nothing was written, except that {@code DEL} may have reset some of its keys.
 */
public final class Refusals {
  /** First word after an unknown outcome. Not a word of Redis, so that no client sends again. */
  public static final String UNKNOWN = "UNKNOWN";

  static final Reply.Failure STRANGER = new Reply.Failure("NOAUTH", "Authentication required.");
  public static final Reply.Failure WRONG_PASSWORD =
      new Reply.Failure("WRONGPASS", "invalid username-password pair or user is disabled.");
  public static final Reply.Failure FULL =
      new Reply.Failure("OOM", "Too much is being sent at once. Nothing was written.");

  /** The maximum number of characters of a word that a reply repeats. */
  private static final int MOST_SHOWN = 40;

  private static final Logger log = LoggerFactory.getLogger(Refusals.class);

  private Refusals() {}

  /**
   * Refuses a word that is no integer of Redis.
   *
   * @param range the integers that are allowed
   */
  public static Reply.Failure notAnInteger(Command command, int index, String range) {
    return Reply.failure(
        "value is not an integer or out of range: "
            + word(command, index)
            + ". Write an integer "
            + range
            + " in digits, without +, leading 0 or space");
  }

  /** Refuses a command that does not fit the kind of a namespace. */
  public static Reply.Failure wrongType(Namespace namespace, Holding holding) {
    String fitting =
        switch (holding) {
          case SUM, ORDERED_SUM -> "Use INCRBY and GET";
          case STATEMENTS -> "Use GET, and record over HTTP";
          case DISTINCT -> "Use PFADD and PFCOUNT";
          case SUMMARY -> "Record and read over HTTP";
        };
    return new Reply.Failure(
        "WRONGTYPE",
        "Operation against a key holding the wrong kind of value: "
            + kindOf(namespace)
            + ". "
            + fitting);
  }

  /** The beginning of a sentence about the kind of a namespace. */
  public static String kindOf(Namespace namespace) {
    return "namespace " + namespace.name() + " is of kind " + namespace.kind();
  }

  /** A word of a command for people, in quotes and not longer than {@value #MOST_SHOWN}. */
  public static String word(Command command, int index) {
    String word = command.text(index).orElse("?");
    String shown =
        word.codePointCount(0, word.length()) > MOST_SHOWN
            ? word.substring(0, word.offsetByCodePoints(0, MOST_SHOWN)) + "..."
            : word;
    return "'" + shown + "'";
  }

  /**
   * Makes the reply for a failure.
   *
   * @param writes whether the command may have written; if so, a defect leaves the outcome unknown
   */
  public static Reply.Failure of(Throwable failure, boolean writes) {
    if (failure instanceof ServiceFailure refused) {
      return of(refused);
    }
    if (failure instanceof InvalidDraft invalid) {
      return Reply.failure(invalid.finding().detail() + ". Nothing was counted" + advice(invalid));
    }
    if (failure instanceof InvalidInput invalid) {
      return Reply.failure(invalid.detail());
    }
    log.error("A command met a defect", failure);
    return writes
        ? new Reply.Failure(UNKNOWN, "The service has a defect. It may or may not be done.")
        : Reply.failure("The service has a defect. The log has more");
  }

  private static String advice(InvalidDraft invalid) {
    if (invalid.draft().isListed()) {
      return ". It is value " + (invalid.draft().index() + 1) + " of the command";
    }
    return invalid.finding().field().equals(Draft.Member.ID.label())
        ? ". Use QUIPU.ADD key delta id, or HTTP, where events have both ids and labels"
        : "";
  }

  private static Reply.Failure of(ServiceFailure refused) {
    String detail = refused.detail();
    return switch (refused.reason()) {
      case NO_CREDENTIALS, WRONG_CREDENTIALS -> STRANGER;
      case FORBIDDEN, FOREIGN_ORIGIN -> new Reply.Failure("NOPERM", detail);
      case OUTCOME_UNKNOWN -> new Reply.Failure(UNKNOWN, detail);
      case QUEUE_FULL -> new Reply.Failure("OOM", detail);
      case STOPPING -> new Reply.Failure("LOADING", detail);
      case RATE_LIMITED, LEASE_NOT_VALID, UNAVAILABLE -> new Reply.Failure("TRYAGAIN", detail);
      case PAST_BOUND -> Reply.failure("the count would overflow its bounds: " + detail);
      case INVALID_REQUEST,
          UNKNOWN_NAMESPACE,
          NOT_PUBLIC,
          ID_CONFLICT,
          COUNTED_BEFORE,
          TOO_MANY_PURGES ->
          Reply.failure(detail);
    };
  }
}

package io.quipu.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The meaning of the answer to a request to record, for each of its events.
 *
 * @param verdicts one for each event, in the order sent
 * @param pause before which nothing is to be sent again
 * @param halved whether what is sent again goes in halves
 * @param atOnce whether it may go without a pause, as the fault was that of another event
 */
record RecordAnswer(List<Verdict> verdicts, Duration pause, boolean halved, boolean atOnce) {

  /** Of a request without an answer. */
  static RecordAnswer none(int events, Verdict verdict) {
    return new RecordAnswer(Collections.nCopies(events, verdict), Duration.ZERO, false, false);
  }

  /**
   * @param events how many were sent
   * @param happenings how many happenings they stand for
   */
  static RecordAnswer of(HttpAnswer answer, int events, long happenings) {
    return switch (answer.status()) {
      case 201 -> read(answer, events, (body, sent) -> recorded(body, sent, happenings));
      case 207 -> read(answer, events, RecordAnswer::partly);
      case 400, 403, 404 -> aboutOne(answer, events);
      case 413 -> tooLarge(answer, events);
      default -> ofAll(answer, events);
    };
  }

  private interface Reading {
    List<Verdict> verdicts(JsonObject body, int events);
  }

  /** Something was recorded: what cannot be read of it is unknown. */
  private static RecordAnswer read(HttpAnswer answer, int events, Reading reading) {
    List<Verdict> verdicts;
    try {
      verdicts = reading.verdicts(JsonReader.object(answer.body()), events);
    } catch (QuipuException e) {
      verdicts = Collections.nCopies(events, new Verdict.Unknown(e));
    }
    return new RecordAnswer(verdicts, answer.pause(), false, false);
  }

  private static List<Verdict> recorded(JsonObject body, int events, long happenings) {
    if (body.integer("events").longValue() != happenings) {
      throw new QuipuException("The answer is about another number of events", null);
    }
    return Collections.nCopies(events, new Verdict.Recorded(value(body)));
  }

  private static @Nullable Incremented value(JsonObject body) {
    return body.has("count")
        ? new Incremented(
            body.integer("count"), body.integerOrNull("remaining"), body.timeOrNull("resets"))
        : null;
  }

  private static List<Verdict> partly(JsonObject body, int events) {
    List<Verdict> verdicts = new ArrayList<>(Collections.nCopies(events, new Verdict.Recorded()));
    List<JsonObject> results = body.objects("results");
    if (body.integer("failed").intValue() != results.size()) {
      throw new QuipuException("The answer does not list all that failed", null);
    }
    for (JsonObject failed : results) {
      int index = failed.integer("index", -1);
      int status = failed.integer("status", -1);
      if (index < 0 || index >= events || status < 0) {
        throw new QuipuException("The answer is about an event that was not sent", null);
      }
      verdicts.set(index, Verdict.of(HttpAnswer.problem(failed, status)));
    }
    return verdicts;
  }

  /** Nothing was recorded. Where it names one event, the others are not at fault. */
  private static RecordAnswer aboutOne(HttpAnswer answer, int events) {
    int index = answer.problemIndex();
    ProblemException why = new ProblemException(answer.problem());
    if (index < 0 || index >= events) {
      return none(events, new Verdict.Final(why));
    }
    List<Verdict> verdicts =
        new ArrayList<>(Collections.nCopies(events, new Verdict.NotWritten(why)));
    verdicts.set(index, new Verdict.Final(why));
    return new RecordAnswer(verdicts, Duration.ZERO, false, true);
  }

  private static RecordAnswer tooLarge(HttpAnswer answer, int events) {
    ProblemException why = new ProblemException(answer.problem());
    Verdict verdict = events > 1 ? new Verdict.NotWritten(why) : new Verdict.Final(why);
    return new RecordAnswer(Collections.nCopies(events, verdict), answer.pause(), true, true);
  }

  /** After 429 in halves: a request of more events than the rate would never pass. */
  private static RecordAnswer ofAll(HttpAnswer answer, int events) {
    return new RecordAnswer(
        Collections.nCopies(events, Verdict.of(answer.problem())),
        answer.pause(),
        answer.status() == 429,
        false);
  }
}

package io.quipu.client;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Sends the events that were taken together until each of them has ended. One attempt follows the
 * other, so nothing here is touched by two threads at once.
 */
final class Delivery {
  private static final String PATH = "v1/events";

  /** Time enough to be told that nobody is there, also by a busy machine. */
  private static final Duration SHORTEST_ATTEMPT = Duration.ofSeconds(1);

  private final Outbox outbox;
  private final Transport transport;
  private final Timers timers;
  private final ClientOptions options;

  /** More than one where a request was halved. */
  private final Deque<List<Pending>> work = new ArrayDeque<>();

  private int failures;

  Delivery(Outbox outbox, Transport transport, List<Pending> events) {
    this.outbox = outbox;
    this.transport = transport;
    this.timers = transport.timers;
    this.options = transport.options;
    work.add(events);
  }

  void begin() {
    after(outbox.heldBack());
  }

  private void after(Duration pause) {
    abandonThosePast(pause);
    if (work.isEmpty()) {
      outbox.finished();
    } else if (pause.isZero()) {
      send(work.remove());
    } else {
      timers.after(pause, this::begin);
    }
  }

  /** Abandons the events that would not be sent before their time is over. */
  private void abandonThosePast(Duration pause) {
    long next = System.nanoTime() + pause.toNanos();
    Deque<List<Pending>> kept = new ArrayDeque<>();
    List<Pending> ended = new ArrayList<>();
    for (List<Pending> events : work) {
      List<Pending> some = new ArrayList<>();
      for (Pending event : events) {
        (event.deadline - next > 0 ? some : ended).add(event);
      }
      if (!some.isEmpty()) {
        kept.add(some);
      }
    }
    work.clear();
    work.addAll(kept);
    outbox.ended(ended.stream().map(Pending::givenUp).toList());
  }

  private void send(List<Pending> events) {
    Set<String> forgetful = new LinkedHashSet<>();
    for (Pending event : events) {
      if (event.mayBeForgotten()) {
        forgetful.add(event.counter().namespace());
      }
    }
    if (forgetful.isEmpty()) {
      attempt(events);
      return;
    }
    // nothing waits for the new stage: the events end by themselves
    var unused =
        outbox
            .remembered()
            .learn(forgetful, timeout(events))
            .thenAccept(failure -> attemptIfLearned(events, failure));
  }

  /**
   * Does not send what might count twice, as long as it is not known how long ids are remembered.
   */
  private void attemptIfLearned(List<Pending> events, @Nullable QuipuException failure) {
    if (failure == null) {
      attemptRemembered(events);
    } else {
      take(events, RecordAnswer.none(events.size(), new Verdict.NotWritten(failure)));
    }
  }

  /** Sends the events again whose ids are remembered until the attempt has ended. */
  private void attemptRemembered(List<Pending> events) {
    List<Pending> remembered = new ArrayList<>();
    List<Pending.Ending> ended = new ArrayList<>();
    for (Pending event : events) {
      event.remembered(outbox.remembered().window(event.counter().namespace()));
      if (event.isForgottenAfter(timeout(events))) {
        ended.add(event.givenUp());
      } else {
        remembered.add(event);
      }
    }
    outbox.ended(ended);
    if (remembered.isEmpty()) {
      after(Duration.ZERO);
    } else {
      attempt(remembered);
    }
  }

  private void attempt(List<Pending> events) {
    if (!outbox.beginAttempt(events)) {
      return;
    }
    transport
        .post(path(events), Batches.body(events), timeout(events))
        .handle(
            (answer, failure) ->
                failure == null
                    ? RecordAnswer.of(answer, events.size(), happenings(events))
                    : RecordAnswer.none(events.size(), verdict(failure)))
        .thenAccept(answer -> take(events, answer));
  }

  private static String path(List<Pending> events) {
    Pending first = events.get(0);
    return first.isAlone() ? Paths.counter(first.counter()) + "/events" : PATH;
  }

  /** Not much longer than the last of them may take. */
  private Duration timeout(List<Pending> events) {
    long nanos = Math.max(SHORTEST_ATTEMPT.toNanos(), timeLeft(events).toNanos());
    return Duration.ofNanos(Math.min(options.requestTimeout.toNanos(), nanos));
  }

  /** Until the last of them is given up. */
  private static Duration timeLeft(List<Pending> events) {
    long left = 0;
    for (Pending event : events) {
      left = Math.max(left, event.deadline - System.nanoTime());
    }
    return Duration.ofNanos(left);
  }

  private static long happenings(List<Pending> events) {
    return events.stream().mapToLong(Pending::happenings).sum();
  }

  private static Verdict verdict(Throwable failure) {
    Throwable cause = Transport.unwrapped(failure);
    if (cause instanceof NotSentException notSent) {
      return new Verdict.NotWritten(notSent);
    }
    return new Verdict.Unknown(
        cause instanceof QuipuException ours
            ? ours
            : new QuipuException("The attempt failed: " + cause, cause));
  }

  private void take(List<Pending> events, RecordAnswer answer) {
    List<Pending> again = new ArrayList<>();
    List<Pending.Ending> ended = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      Pending event = events.get(i);
      Verdict verdict = answer.verdicts().get(i);
      if (verdict instanceof Verdict.NotWritten notWritten) {
        event.attemptFailed(notWritten.why(), false);
        again.add(event);
      } else if (verdict instanceof Verdict.Unknown unknown) {
        event.attemptFailed(unknown.why(), true);
        if (event.isRepeatable()) {
          again.add(event);
        } else {
          ended.add(event.givenUp());
        }
      } else if (verdict instanceof Verdict.Final refused) {
        ended.add(event.answered(refused.why()));
      } else {
        ended.add(event.acknowledged(((Verdict.Recorded) verdict).value()));
      }
    }
    outbox.ended(ended);
    outbox.holdBack(answer.pause());
    goOn(again, answer);
  }

  private void goOn(List<Pending> again, RecordAnswer answer) {
    if (answer.halved() && again.size() > 1) {
      int half = again.size() / 2;
      work.addFirst(again.subList(half, again.size()));
      work.addFirst(again.subList(0, half));
    } else if (!again.isEmpty()) {
      work.addFirst(again);
    }
    boolean failed = !again.isEmpty() && !answer.atOnce();
    failures = failed ? failures + 1 : 0;
    Duration pause = failed ? Backoff.after(failures) : Duration.ZERO;
    Duration held = outbox.heldBack();
    Duration longer = pause.compareTo(held) > 0 ? pause : held;
    if (failed) {
      options.tell(again.get(0).lastFailure(), longer, timeLeft(again));
    }
    after(longer);
  }
}

package io.quipu.lab.cluster;

import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.lab.cluster.Ledger.Doubt;
import io.quipu.lab.cluster.Ledger.Event;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * A client that sends events, to any instance, until each is acknowledged; those without an id only
 * until the outcome is in doubt. Now and then it sends again what was acknowledged long ago. For
 * one thread.
 */
final class Sender {
  private static final Duration PATIENCE = Waits.RECOVERY.multipliedBy(2);

  /** As clients do it: half of the time for which kind {@code linear} remembers any id. */
  private static final Duration A_WHILE = Duration.ofMinutes(1);

  static final int MOST_EVENTS = 20;
  private static final int PAUSE_MILLIS = 60;

  private final List<Http> instances;
  private final List<Ledger> ledgers;
  private final Tally tally;
  private final Outage outage;
  private final Findings findings;
  private final Random random;

  Sender(List<Http> instances, List<Ledger> ledgers, Stage stage, long seed) {
    this.instances = instances;
    this.ledgers = ledgers;
    this.tally = stage.tally();
    this.outage = stage.outage();
    this.findings = stage.findings();
    this.random = new Random(seed);
  }

  /** Answers when it is over and nothing is left to be sent again. */
  void run(BooleanSupplier over) {
    while (!over.getAsBoolean()) {
      sendSome();
      Waits.lasting(Duration.ofMillis(random.nextInt(PAUSE_MILLIS)));
    }
  }

  /** One event of each ledger, until none is left undecided. */
  void sendOneOfEach() {
    for (Ledger ledger : ledgers) {
      untilDecided(new ArrayList<>(List.of(ledger.next())), this::postArray);
    }
  }

  /**
   * Sends events of each ledger once more, until they are acknowledged again.
   *
   * @param most of a ledger, from its first on
   */
  void redeliverAll(int most) {
    for (Ledger ledger : ledgers) {
      if (ledger.cuts.way == Cuts.Way.PURGE) {
        // another life knows no ids of the one before
        continue;
      }
      List<Event> first =
          IntStream.range(0, Math.min(most, ledger.events()))
              .mapToObj(number -> new Event(ledger, number))
              .toList();
      tally.redelivered.add(first.size());
      for (List<Event> some : BoundedConcurrency.chunks(first, MOST_EVENTS)) {
        untilDecided(some, this::postArray);
      }
    }
  }

  private void sendSome() {
    Ledger ledger = any(ledgers);
    switch (random.nextInt(10)) {
      case 0, 1, 2 -> untilDecided(List.of(ledger.next()), this::postSingle);
      case 3, 4, 5 -> untilDecided(of(List.of(ledger)), this::postArray);
      case 6 -> redeliver(ledger);
      default -> untilDecided(of(ledgers), this::postBatch);
    }
  }

  private List<Event> of(List<Ledger> some) {
    List<Event> events = new ArrayList<>();
    for (int i = 1 + random.nextInt(MOST_EVENTS); i > 0; i--) {
      events.add(any(some).next());
    }
    return events;
  }

  private Ledger any(List<Ledger> some) {
    while (true) {
      Ledger one = some.get(random.nextInt(some.size()));
      if (!one.isClosed() || some.size() == 1) {
        return one;
      }
    }
  }

  /** Sends once more what was acknowledged, perhaps minutes ago and settled, or in part. */
  private void redeliver(Ledger ledger) {
    if (ledger.doubt != Doubt.SENT_AGAIN || ledger.events() == 0) {
      return;
    }
    int from = random.nextInt(ledger.events());
    int to = Math.min(ledger.events(), from + 1 + random.nextInt(MOST_EVENTS));
    List<Event> again = new ArrayList<>();
    for (int number = ledger.acknowledgedNumbers().nextSetBit(from);
        number >= 0 && number < to;
        number = ledger.acknowledgedNumbers().nextSetBit(number + 1)) {
      again.add(new Event(ledger, number));
    }
    if (!again.isEmpty()) {
      tally.redelivered.add(again.size());
      attempt(again, this::postArray);
    }
  }

  /**
   * Goes through events that are not to be sent again: as clients do it, or as there is nowhere.
   */
  private static void leave(List<Event> left, long sinceNanos) {
    boolean forgotten = System.nanoTime() - sinceNanos > A_WHILE.toNanos();
    left.removeIf(
        event -> {
          Ledger ledger = event.ledger();
          boolean ends = ledger.isClosed() || (forgotten && ledger.doubt == Doubt.SENT_FOR_A_WHILE);
          if (ends) {
            ledger.leave(event);
          }
          return ends;
        });
  }

  private interface Post {
    Http.Answer of(Http instance, List<Event> events);
  }

  private void untilDecided(List<Event> events, Post post) {
    long start = System.nanoTime();
    List<Event> left = attempt(events, post);
    while (!left.isEmpty()) {
      if (System.nanoTime() - start > PATIENCE.toNanos()) {
        throw new AssertionError(left.size() + " events are never acknowledged: " + left.get(0));
      }
      Waits.lasting(Duration.ofMillis(20 + random.nextInt(200)));
      leave(left, start);
      if (left.isEmpty()) {
        return;
      }
      tally.sentAgain.add(left.size());
      left = attempt(left, post);
    }
  }

  /** Sends to one instance, once; answers what has to be sent again. */
  private List<Event> attempt(List<Event> events, Post post) {
    tally.requests.increment();
    Http instance = instances.get(random.nextInt(instances.size()));
    long sent = History.now();
    events.forEach(event -> event.ledger().sent(event));
    List<Outcome> outcomes = outcomes(events, instance, post);
    List<Event> left = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      if (!isDecided(events.get(i), outcomes.get(i), sent)) {
        left.add(events.get(i));
      }
    }
    return left;
  }

  private List<Outcome> outcomes(List<Event> events, Http instance, Post post) {
    try {
      Http.Answer answer = post.of(instance, events);
      if (answer.status() == 400 && !answer.problem().equals(Outcome.LATE)) {
        findings.violated("%s at %s: %s", events, instance.base(), answer.text());
      }
      return Outcome.of(events.size(), answer);
    } catch (UncheckedIOException noAnswer) {
      // who cannot connect has sent nothing
      boolean connected = !(noAnswer.getCause() instanceof ConnectException);
      return Outcome.all(events.size(), connected ? Outcome.UNKNOWN : Outcome.REFUSED);
    }
  }

  private boolean isDecided(Event event, Outcome outcome, long sentNanos) {
    Ledger ledger = event.ledger();
    switch (outcome) {
      case RECORDED -> {
        outage.acknowledged(sentNanos, event);
        if (ledger.acknowledge(event, sentNanos)) {
          tally.acknowledged.increment();
        }
        return true;
      }
      case REFUSED -> {
        ledger.refused(event);
        tally.refused.increment();
        return false;
      }
      default -> {
        tally.inDoubt.increment();
        ledger.doubted(event);
        if (ledger.doubt == Doubt.LEFT) {
          ledger.leave(event);
        }
        return ledger.doubt == Doubt.LEFT;
      }
    }
  }

  private static JsonObject json(Event event) {
    return event.ledger().content.json(event);
  }

  private static String eventsOf(Ledger ledger) {
    return Http.path(ledger.namespace, ledger.counter) + "/events";
  }

  private Http.Answer postSingle(Http instance, List<Event> events) {
    Event event = events.get(0);
    Http.Answer answer =
        instance.post(eventsOf(event.ledger()), "application/json", json(event).encode());
    if (event.ledger().content == Content.ORDERED && answer.status() == 201) {
      checkOrder(event, answer.json().getLong("count"));
    }
    return answer;
  }

  /** No two events of a counter come to the same count: one of them was counted before. */
  private static void checkOrder(Event event, long count) {
    Integer other = event.ledger().countAfter(event, count);
    if (other != null || count > event.ledger().attempted()) {
      throw new AssertionError(event + " came to " + count + ", as did #" + other);
    }
  }

  private Http.Answer postArray(Http instance, List<Event> events) {
    JsonArray body = new JsonArray();
    events.forEach(event -> body.add(json(event)));
    return instance.post(eventsOf(events.get(0).ledger()), "application/json", body.encode());
  }

  private Http.Answer postBatch(Http instance, List<Event> events) {
    StringBuilder body = new StringBuilder();
    for (Event event : events) {
      JsonObject line =
          json(event)
              .put("namespace", event.ledger().namespace)
              .put("counter", event.ledger().counter);
      body.append(line.encode()).append('\n');
    }
    return instance.post("/v1/events", "application/x-ndjson", body.toString());
  }
}

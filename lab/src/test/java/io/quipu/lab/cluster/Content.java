package io.quipu.lab.cluster;

import io.quipu.lab.cluster.Ledger.Event;
import io.vertx.core.json.JsonObject;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** The content of the events of a counter, by its kind. */
enum Content {
  /** Deltas, those that have an id known by it. */
  DELTAS,

  /** Deltas of events that happened at some time in the day before the run, known by their ids. */
  LATE {
    @Override
    JsonObject json(Event event) {
      return DELTAS.json(event).put("time", time(event).toString());
    }

    @Override
    Instant time(Event event) {
      return BEGUN.minusSeconds(Math.floorMod(event.number() * 7_919L, DAY_SECONDS));
    }
  },

  /**
   * Deltas with labels: the country is that of the event, whoever sends it, and the plan is another
   * one each time it is sent. So it is known how much counts by country, and how much by country
   * and any plan.
   */
  LABELLED {
    @Override
    JsonObject json(Event event) {
      JsonObject labels = new JsonObject();
      String country = country(event);
      if (!country.isEmpty()) {
        labels.put("country", country);
      }
      labels.put("plan", PLANS.get(ThreadLocalRandom.current().nextInt(PLANS.size())));
      return DELTAS.json(event).put("labels", labels);
    }

    @Override
    boolean hasSeries() {
      return true;
    }
  },

  /** As {@link #LABELLED}; one label, and all series, come about while events are recorded. */
  GROWING {
    @Override
    JsonObject json(Event event) {
      JsonObject json = LABELLED.json(event);
      if (event.ledger().series() == null) {
        json.getJsonObject("labels").remove("plan");
      }
      return json;
    }
  },

  /**
   * Deltas of events that happened up to a minute ago, another time each time they are sent. In
   * every other second all are sent without a time, and accepted whatever the lateness: the time of
   * the group may be an hour ahead, and one event that is too late keeps its batch from counting.
   */
  JUST_NOW {
    @Override
    JsonObject json(Event event) {
      JsonObject json = DELTAS.json(event);
      Instant now = Instant.now();
      return now.getEpochSecond() % 2 == 0
          ? json.put("time", now.minusSeconds(ThreadLocalRandom.current().nextInt(60)).toString())
          : json;
    }
  },

  /** Deltas of counters that have no windows at times. */
  GAPS,

  /** Deltas in one order: whoever sends one is told the count after it. */
  ORDERED,

  /**
   * The values of some actors in turn, each larger by the delta of the event than the one before:
   * so a count has the same bounds as if it were a sum of deltas, whichever values were lost.
   */
  VALUES {
    @Override
    JsonObject json(Event event) {
      int actor = event.number() % ACTORS;
      long value = 0;
      for (int number = actor; number <= event.number(); number += ACTORS) {
        value += new Event(event.ledger(), number).delta();
      }
      return new JsonObject()
          .put("actor", Integer.toString(actor))
          .put("version", event.number() / ACTORS)
          .put("value", value);
    }

    @Override
    int numberOf(String idInRow) {
      String[] actorAndVersion = idInRow.split("\0", -1);
      return Integer.parseInt(actorAndVersion[1], RADIX) * ACTORS
          + Integer.parseInt(actorAndVersion[0]);
    }
  },

  /** Values of actors that state one each: so they count as deltas with ids do. */
  STATED_ONCE {
    @Override
    JsonObject json(Event event) {
      return new JsonObject()
          .put("actor", Integer.toString(event.number()))
          .put("version", 1)
          .put("value", event.delta());
    }

    @Override
    int numberOf(String idInRow) {
      return Integer.parseInt(idInRow.split("\0", -1)[0]);
    }
  },

  /** Values that are summed up, by a sketch. */
  SUMMED {
    @Override
    JsonObject json(Event event) {
      return new JsonObject().put("value", event.delta());
    }

    @Override
    long count(JsonObject answer) {
      return answer.getLong("estimate");
    }

    @Override
    boolean isSettled(JsonObject answer) {
      return true;
    }

    @Override
    boolean isSketch() {
      return true;
    }
  },

  /**
   * Powers of two, which a sketch sums up, as do its windows: so a sum says which events it has,
   * and which twice. The count is the number of events.
   */
  POWERS {
    @Override
    JsonObject json(Event event) {
      return new JsonObject().put("value", power(event.number()));
    }

    @Override
    long delta(int number) {
      return power(number).signum();
    }

    @Override
    long count(JsonObject answer) {
      return sum(answer).bitCount();
    }

    @Override
    boolean isSettled(JsonObject answer) {
      return SUMMED.isSettled(answer);
    }

    @Override
    boolean isSketch() {
      return true;
    }
  },

  /**
   * Visitors, of whom a sketch knows how many different ones there are, as do its windows: so few
   * that it is exact, and those who come again count nothing. So they can be sent until they are
   * acknowledged, although they have no id.
   */
  VISITORS {
    @Override
    JsonObject json(Event event) {
      return new JsonObject().put("value", "visitor " + event.number() % VISITORS_AT_MOST);
    }

    @Override
    long delta(int number) {
      return number < VISITORS_AT_MOST ? 1 : 0;
    }

    @Override
    long count(JsonObject answer) {
      return Math.round(answer.getDouble("estimate"));
    }

    @Override
    boolean isSettled(JsonObject answer) {
      return SUMMED.isSettled(answer);
    }

    @Override
    boolean isSketch() {
      return true;
    }
  };

  /** A time before all events of the run, and before what any wrong clock says. */
  static final Instant BEGUN =
      Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime())
          .truncatedTo(ChronoUnit.MINUTES)
          .minus(2, ChronoUnit.HOURS);

  static final long DAY_SECONDS = 86_400;

  private static final int ACTORS = 3;
  private static final List<String> COUNTRIES = List.of("CH", "DE", "AT", "");
  private static final int FIRST = 8;
  private static final List<String> PLANS = List.of("free", "pro");
  private static final int VISITORS_AT_MOST = 300;

  /** Of which each has at most 64 digits, as a sketch demands. */
  private static final int POWERS_AT_MOST = 200;

  /** In which rows have versions. */
  private static final int RADIX = 36;

  /** As it is sent. */
  JsonObject json(Event event) {
    JsonObject json = new JsonObject().put("delta", event.delta());
    return event.id() == null ? json : json.put("id", event.id());
  }

  /** The number of the event of which a row has this id. */
  int numberOf(String idInRow) {
    return Ledger.numberOf(idInRow);
  }

  /** From 1 to 9, so that counts of events and of deltas differ. */
  long delta(int number) {
    return 1L + Math.floorMod(number * 7919L, 9);
  }

  /** The value of an event of {@link #POWERS}; later ones add nothing. */
  static BigInteger power(int number) {
    return number < POWERS_AT_MOST ? BigInteger.ONE.shiftLeft(number) : BigInteger.ZERO;
  }

  /** The sum of {@link #POWERS}. */
  static BigInteger sum(JsonObject answer) {
    return new BigInteger(answer.getValue("estimate").toString());
  }

  /**
   * The label of an event that is the same each time it is sent. The first have one that none has
   * later: whatever becomes of their series, no event is the cause.
   */
  static String country(Event event) {
    return event.number() < FIRST ? "LI" : COUNTRIES.get(event.number() % COUNTRIES.size());
  }

  /** When an event happened, as it says; null if it says nothing. */
  Instant time(Event event) {
    return null;
  }

  long count(JsonObject answer) {
    return answer.getLong("count");
  }

  /** True if nothing of an answer can change by itself. */
  boolean isSettled(JsonObject answer) {
    return answer.getLong("count").equals(answer.getJsonObject("settled").getLong("count"));
  }

  boolean hasSeries() {
    return false;
  }

  boolean isSketch() {
    return false;
  }

  /** The windows that all of its namespaces have. */
  List<String> granularities() {
    return this == SUMMED
        ? List.of()
        : isSketch() ? List.of("hour", "day") : List.of("minute", "hour", "day");
  }
}

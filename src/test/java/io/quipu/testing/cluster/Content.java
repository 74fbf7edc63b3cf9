package io.quipu.testing.cluster;

import io.quipu.testing.cluster.Ledger.Event;
import io.vertx.core.json.JsonObject;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The content of the events of a counter, by its kind. */
enum Content {
  /** Deltas, those that have an id known by it. */
  DELTAS {
    @Override
    JsonObject json(Event event) {
      JsonObject json = new JsonObject().put("delta", event.delta());
      return event.id() == null ? json : json.put("id", event.id());
    }

    @Override
    int numberOf(String idInRow) {
      return Ledger.numberOf(idInRow);
    }
  },

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

    @Override
    int numberOf(String idInRow) {
      return DELTAS.numberOf(idInRow);
    }
  },

  /** Deltas in one order: whoever sends one is told the count after it. */
  ORDERED {
    @Override
    JsonObject json(Event event) {
      return DELTAS.json(event);
    }

    @Override
    int numberOf(String idInRow) {
      throw new IllegalStateException("it has no rows");
    }

    @Override
    boolean hasWindows() {
      return false;
    }
  },

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

  /** Values that are summed up, by a sketch. */
  SUMMED {
    @Override
    JsonObject json(Event event) {
      return new JsonObject().put("value", event.delta());
    }

    @Override
    int numberOf(String idInRow) {
      throw new IllegalStateException("it has no rows");
    }

    @Override
    boolean hasWindows() {
      return false;
    }

    @Override
    long count(JsonObject answer) {
      return answer.getLong("estimate");
    }

    @Override
    boolean isSettled(JsonObject answer) {
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

  /** In which rows have versions. */
  private static final int RADIX = 36;

  /** As it is sent. */
  abstract JsonObject json(Event event);

  /** The number of the event of which a row has this id. */
  abstract int numberOf(String idInRow);

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

  boolean hasWindows() {
    return true;
  }
}

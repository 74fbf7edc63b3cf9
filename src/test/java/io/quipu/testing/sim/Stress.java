package io.quipu.testing.sim;

import io.quipu.testing.sim.cassandra.NodeCare;
import io.quipu.testing.sim.core.SeededRandom;

/** Which part of the protocol a run strains, at the expense of the others. */
public enum Stress {
  /** None: a bit of everything. */
  NONE,

  /**
   * Settling of ids: every instance takes every page for its own, as one with a stale view of the
   * group may.
   */
  SETTLING,

  /**
   * Leases, joins and the horizon: the clocks of some machines run almost three times as fast as
   * those of others, which is as far as leases bear it, messages are slow against the lease, and
   * everything that is announced is settled at once.
   */
  GROUP,

  /**
   * Reads of pages that are just changing: many questions, replicas that answer at very different
   * moments, and steps that only a single one has for a while.
   */
  READING,

  /** Settings of namespaces that are changed while events arrive, and ids that are repeated. */
  CHANGING,

  /** Collection: every run is long, and retains little. */
  COLLECTING,

  /**
   * Stated values: counters of kind latest besides a few others, in runs in which all settlers take
   * all pages, or long ones that retain little.
   */
  LATEST,

  /** Resets of counters, in the same kinds of runs. */
  RESETTING,

  /** Counters whose events count into others as well. */
  LEVELS,

  /** Events that say when they happened, up to some hours ago, or in a few minutes. */
  LATE,

  /**
   * Events of hours ago only, all of which were recorded lately, and rows that are kept for a
   * minute or an hour: in some runs some rows are collected, in the others none.
   */
  HISTORY,

  /**
   * Windows that are kept for a minute: a period of them ends within the run, and is deleted. In
   * every second run only late events have windows that end.
   */
  ENDS,

  /**
   * Purges of counters and deletions of their namespace, which is created again, while events
   * arrive and are sent again; with resets, in every second run with late events, and in some with
   * windows that end.
   */
  DELETING,

  /**
   * Purges that end between their entry and their decision, or go on there minutes later, in long
   * runs; with a second way in, which looks several namespaces up again and again, as the Kafka
   * role does, and of which one cannot be read now and then.
   */
  MAPPED,

  /**
   * Series of counters, broken down in three ways: with resets, with late events, or with purges
   * and deletions.
   */
  SERIES,

  /**
   * Series of counters that are reset all the time, while few series take a step: with steps that
   * take fewer series than there are, and notes of few resets. In every second run no two series of
   * an answer are of one moment.
   */
  IDLE_SERIES,

  /**
   * Settings of windows that are changed while events arrive: how late they may be, and in every
   * second run for how long windows are kept.
   */
  KEEPING,

  /**
   * Rankings of all counters, by what they have counted and by what they count in ranges of time,
   * while they are reset, or events are late.
   */
  RANKING,

  /**
   * Crashes at each step: right before and right after each sort of write, one after the other, in
   * the kinds of runs that series have.
   */
  CRASHING,

  /**
   * Single partitions, and single tables, that nobody can read or write for longer than settings
   * are cached, while all others work; in the same kinds of runs.
   */
  ALONE,

  /**
   * Weeks between two steps: all processes end, and some days or weeks later others begin, whose
   * wall clocks are days apart; in every second run with late events.
   */
  WEEKS,

  /**
   * Clients as they are published, which give up, say that an event is in doubt, and are asked to
   * send it again; and imports of files, which break off and are begun anew.
   */
  RETRYING,

  /**
   * Nodes of Cassandra that are lost with all that they have, and replaced, one after the other;
   * with either variant of Paxos.
   */
  REPLACING;

  /** How many seeds are drawn alike. */
  private static final int CYCLE = 10;

  /** How Cassandra is run. */
  NodeCare care(SeededRandom random) {
    if (this != REPLACING) {
      return NodeCare.NO_LOSS;
    }
    return random.chance(0.5) ? NodeCare.V1 : NodeCare.V2;
  }

  /**
   * What a run without a seeded fault strains: the last six of every ten seeds, one each. Of the
   * others some collect as they are drawn, and one more of every twenty always does.
   */
  static Stress of(long seed) {
    if (seed % (2 * CYCLE) == 0) {
      return COLLECTING;
    }
    return switch ((int) (seed % CYCLE)) {
      case CYCLE - 6 -> LATE;
      case CYCLE - 5 -> CHANGING;
      case CYCLE - 4 -> REPLACING;
      case CYCLE - 3 -> READING;
      case CYCLE - 2 -> SETTLING;
      case CYCLE - 1 -> GROUP;
      default -> NONE;
    };
  }
}

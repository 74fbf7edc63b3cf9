package io.quipu.testing.sim.core;

/** An ability of the service: a row of the table of abilities. */
public enum Ability {
  RECORD("record"),
  IDS("ids"),
  PACKED_IDS("packed ids"),
  HAPPENINGS("happenings"),
  EVENT_TIME("event time"),
  CHANGED_KEEP("`lateness` and `keep` changed"),
  RETENTION("rows and windows that end"),
  RANKINGS("rankings"),
  SERIES("series"),
  ADDED_SERIES("series added later"),
  RESET("reset"),
  PURGE("purge"),
  NEW_LIFE("deletion and new life"),
  LATEST("`latest`"),
  LINEAR_IDS("`linear` with ids"),
  LINEAR_WINDOWS("windows of `linear`"),
  LINEAR_PERIODS("periods of `linear`"),
  LINEAR_RESETS("resets of `linear`"),
  SKETCHES("sketches"),
  SKETCH_WINDOWS("windows of sketches"),
  SKETCH_SERIES("series of sketches"),
  SKETCH_MERGES("merges of sketches"),
  KAFKA_OFFSETS("Kafka with offsets"),
  KAFKA_NAMESPACES("Kafka with mapped namespaces"),
  IMPORTS("imports"),
  CLIENT_RETRIES("retries of the clients");

  private final String title;

  Ability(String title) {
    this.title = title;
  }

  /** Its name in the table. */
  public String title() {
    return title;
  }
}

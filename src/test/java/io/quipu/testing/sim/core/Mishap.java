package io.quipu.testing.sim.core;

/** Something that goes wrong: a column of the table of abilities. */
public enum Mishap {
  CRASH("crash"),
  LOST_ANSWER("lost answer"),
  TORN_READ("torn read"),
  ONE_ROW("one row"),
  HOURS("hours"),
  DAYS("days"),
  PAUSE("pause"),
  TAKEOVER("takeover"),
  CHANGE("change"),
  OLD_SETTINGS("old settings"),
  OLD_VERSION("old version"),
  MANY_RESETS("33 resets"),
  WEEKS("weeks"),
  LARGE_STATE("large state"),
  MANY_SERIES("many series");

  private final String title;

  Mishap(String title) {
    this.title = title;
  }

  /** Its name in the table. */
  public String title() {
    return title;
  }
}

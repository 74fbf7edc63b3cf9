package io.quipu.lab.strategies.measure;

/** A trouble that a comparison causes, in the same way for each way to count. */
public enum Trouble {
  SENT_AGAIN(
      "sent again",
      "some increments are sent again by the client that sent them, after a timeout of somebody who"
          + " waited for it; the first time had been counted"),
  ANSWER_LOST(
      "answer lost",
      "some answers never arrive, those between the steps of an increment included; what was asked"
          + " was done; the client sends the increment again until it is answered"),
  TWO_CLOCKS(
      "two clocks",
      "two processes increment at once, and the clock of one is an hour ahead; both do what has to"
          + " be done from time to time"),
  SENT_ELSEWHERE(
      "sent elsewhere", "as before, and some increments are sent again by the other process");

  private final String title;
  private final String meaning;

  Trouble(String title, String meaning) {
    this.title = title;
    this.meaning = meaning;
  }

  public String title() {
    return title;
  }

  /** Returns the meaning of the trouble, for readers who do not know the code. */
  public String meaning() {
    return meaning;
  }

  boolean hasTwoWriters() {
    return this == TWO_CLOCKS || this == SENT_ELSEWHERE;
  }
}

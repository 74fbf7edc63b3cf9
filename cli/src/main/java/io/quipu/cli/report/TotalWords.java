package io.quipu.cli.report;

import io.quipu.client.JsonObject;

/** The sentences about a total, and how it compares with the one before. */
record TotalWords(KeptTime time) {
  /** The sentence about the only total of a report. */
  String ofOne() {
    if (time.isGone()) {
      return "Nothing is kept of what was counted " + time.wholeWords() + ".";
    }
    Figure figure = new Figure(time.total());
    return (stands() ? "A change of " : "")
        + figure.words()
        + (figure.isOpen() ? " (open) " : " ")
        + time.words()
        + against()
        + ".";
  }

  /** The sentence about the totals of several counters, which are in a table. */
  String ofSeveral() {
    return (stands() ? "The change " : "What was counted ")
        + time.wholeWords()
        + (stands() ? ", and that of " : ", and the change against ")
        + time.asked().period().before()
        + ".";
  }

  private boolean stands() {
    return time.asked().settings().stands();
  }

  private String against() {
    JsonObject total = time.total();
    String period = time.asked().period().before();
    if (time.isInPart()) {
      return "";
    }
    if (!total.has("previous")) {
      return "; " + period + " is not kept";
    }
    if (total.has("keptFrom")) {
      return "; " + period + " is kept in part";
    }
    Figure before = new Figure(total.object("previous"));
    if (before.isNothing()) {
      return "; nothing " + period;
    }
    String change = stands() ? "" : new Figure(total).change(before);
    return change.isEmpty()
        ? "; " + before.words() + " " + period
        : ", " + change + " against " + period + " (" + before.words() + ")";
  }
}

package io.quipu.lab.cluster;

import io.quipu.lab.cluster.Cuts.Way;
import io.quipu.lab.cluster.Ledger.Doubt;
import java.util.List;
import java.util.stream.Stream;

/** The namespaces of a run: of each kind, and those to which more happens than events. */
final class Spaces {
  /** The prefix of those that count the records of Kafka. */
  static final String KAFKA = "kafka-";

  private static final String EVENT = "{\"kind\": \"event\"}";
  private static final String UNDIVIDED = "{\"kind\": \"event\", \"labels\": [\"country\"]}";
  private static final String LINEAR = "{\"kind\": \"linear\"}";
  private static final String LATEST = "{\"kind\": \"latest\"}";

  private Spaces() {}

  static List<Space> all() {
    return Stream.of(steady(), restless()).flatMap(List::stream).toList();
  }

  /** Those of which counters begin anew, and those of which settings change. */
  private static List<Space> restless() {
    return List.of(
        again("purged-event", EVENT, Content.DELTAS, true, 4).cut(Way.PURGE),
        again("purged-linear", LINEAR, Content.DELTAS, false, 2).cut(Way.PURGE),
        again(Settings.REBORN, EVENT, Content.DELTAS, true, 2).cut(Way.PURGE),
        again("reset-event", EVENT, Content.DELTAS, true, 4).cut(Way.RESET),
        again("reset-series", labelled("event", ""), Content.LABELLED, true, 3).cut(Way.RESET),
        again("reset-latest", LATEST, Content.STATED_ONCE, true, 3).cut(Way.RESET),
        again("reset-linear", LINEAR, Content.DELTAS, false, 3).cut(Way.RESET),
        Space.of("reset-sketch", sums(), Content.SUMMED, Doubt.LEFT, false, 2).cut(Way.PURGE),
        again(Settings.GAPS, LINEAR, Content.GAPS, false, 3),
        again(Settings.TUNED, EVENT, Content.JUST_NOW, true, 4),
        again(Settings.GROWING + 1, UNDIVIDED, Content.GROWING, true, 2),
        again(Settings.GROWING + 2, UNDIVIDED, Content.GROWING, true, 2),
        Space.of(
            "few-ids",
            "{\"kind\": \"linear\", \"deduplicate\": 2}",
            Content.DELTAS,
            Doubt.SENT_FOR_A_WHILE,
            false,
            2),
        records("kafka-purged").cut(Way.PURGE),
        records("kafka-kept"));
  }

  private static Space again(
      String name, String settings, Content content, boolean kept, int counters) {
    return Space.of(name, settings, content, Doubt.SENT_AGAIN, kept, counters);
  }

  private static Space records(String name) {
    return Space.of(name, "{\"kind\": \"unique\"}", Content.DELTAS, Doubt.DELIVERED, true, 3);
  }

  /** Those that never begin anew, nor change. */
  private static List<Space> steady() {
    return List.of(
        Space.of("kept", EVENT, Content.DELTAS, Doubt.SENT_AGAIN, true, 12),
        Space.of("unique", "{\"kind\": \"unique\"}", Content.DELTAS, Doubt.SENT_AGAIN, true, 8),
        Space.of(
            "late",
            "{\"kind\": \"event\", \"lateness\": \"2d\", \"rows\": \"forever\"}",
            Content.LATE,
            Doubt.SENT_AGAIN,
            true,
            6),
        Space.of("labelled", labelled("event", ""), Content.LABELLED, Doubt.SENT_AGAIN, true, 6),
        Space.of(
            "relabelled",
            labelled("unique", ", \"retain\": \"0s\""),
            Content.LABELLED,
            Doubt.SENT_AGAIN,
            false,
            6),
        Space.of("latest", LATEST, Content.VALUES, Doubt.SENT_AGAIN, true, 6),
        Space.of(
            "stated",
            "{\"kind\": \"latest\", \"retain\": \"0s\"}",
            Content.VALUES,
            Doubt.SENT_AGAIN,
            false,
            6),
        Space.of("linear", LINEAR, Content.ORDERED, Doubt.SENT_AGAIN, false, 4),
        Space.of(
            "collected",
            "{\"kind\": \"event\", \"retain\": \"0s\"}",
            Content.DELTAS,
            Doubt.SENT_AGAIN,
            false,
            12),
        Space.of("sketch", sums(), Content.SUMMED, Doubt.LEFT, false, 4),
        Space.of("hourly", windows("sum"), Content.POWERS, Doubt.LEFT, false, 6),
        Space.of("visitors", windows("distinct"), Content.VISITORS, Doubt.SENT_AGAIN, false, 4),
        Space.of("anonymous", EVENT, Content.DELTAS, Doubt.LEFT, true, 8));
  }

  private static String labelled(String kind, String more) {
    return "{\"kind\": \""
        + kind
        + "\", \"labels\": [\"country\", \"plan\"],"
        + " \"breakdowns\": [[\"country\"], [\"country\", \"plan\"]]"
        + more
        + "}";
  }

  private static String windows(String state) {
    return "{\"kind\": \"sketch\", \"state\": \"" + state + "\", \"windows\": [\"hour\", \"day\"]}";
  }

  private static String sums() {
    return "{\"kind\": \"sketch\", \"state\": \"sum\"}";
  }
}

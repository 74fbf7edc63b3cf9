package io.quipu.lab.cluster;

import io.quipu.lab.cluster.Ledger.Doubt;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The count of every counter at every instance, held against what clients know, at rest. */
final class Audit {
  private static final int FURTHER_CHECKPOINTS = 3;

  /** So many that there are some in each part of the keyspace. */
  private static final String ELSEWHERE =
      IntStream.range(0, 300)
          .mapToObj("{\"counter\": \"elsewhere-%d\"}"::formatted)
          .collect(Collectors.joining(",", "[", "]"));

  private final List<Http> instances;
  private final List<Space> spaces;
  private final List<Ledger> ledgers;
  private final EventRows rows;
  private final Findings findings;
  private final WindowsAudit windows;
  private final SeriesAudit series;
  private int countsChecked;

  Audit(List<Http> instances, List<Space> spaces, EventRows rows, Findings findings) {
    this.instances = instances;
    this.spaces = spaces;
    this.ledgers = spaces.stream().flatMap(space -> space.ledgers().stream()).toList();
    this.rows = rows;
    this.findings = findings;
    this.windows = new WindowsAudit(instances, findings);
    this.series = new SeriesAudit(instances, findings);
  }

  /**
   * Checks everything.
   *
   * @param sender records one more event of each counter with ids, so that checkpoints go on
   */
  void run(Sender sender) {
    List<Long> counts = settled();
    for (int round = 0; round < FURTHER_CHECKPOINTS; round++) {
      List<Long> expected = plusNextDelta(counts);
      sender.sendOneOfEach();
      counts = settled();
      compare("after a further checkpoint", expected, counts);
    }
    ParallelChecks.forEach(ledgers, windows::check);
    ParallelChecks.forEach(ledgers, series::check);
    for (Space space : spaces) {
      if (space.kept()) {
        ParallelChecks.forEach(space.ledgers(), this::checkRows);
        ParallelChecks.forEach(space.ledgers(), new Recounts(instances, rows, findings)::check);
        findings.tell("%s has the rows that it should, also as recounted", space.name());
      }
    }
    afterCollection(sender, counts);
  }

  /** Ids are known when their rows are gone. */
  private void afterCollection(Sender sender, List<Long> counts) {
    for (Space space : spaces) {
      if (!space.kept()) {
        Waits.until(
            "the rows of " + space.name() + " to be collected",
            () -> {
              recordElsewhere();
              return space.ledgers().stream().allMatch(rows::isEmpty);
            });
        findings.tell(
            "no rows are left of the %d counters of %s", space.ledgers().size(), space.name());
      }
    }
    compare("after collection", counts, settled());
    sender.redeliverAll(Sender.MOST_EVENTS);
    compare("after collection and redelivery", counts, settled());
    ParallelChecks.forEach(ledgers, windows::check);
    ParallelChecks.forEach(ledgers, series::check);
  }

  /** On counters of all parts: rows go when all pages beside theirs have passed them. */
  private void recordElsewhere() {
    instances.get(0).post("/v1/events", "application/json", ELSEWHERE).expect(201);
  }

  int countsChecked() {
    return countsChecked;
  }

  /** The count of each counter once all of it is settled, at every instance alike. */
  private List<Long> settled() {
    List<Long> first = settled(instances.get(0));
    for (int i = 0; i < ledgers.size(); i++) {
      checkBounds(ledgers.get(i), first.get(i));
    }
    for (Http instance : instances.subList(1, instances.size())) {
      compare("at " + instance.base(), first, settled(instance));
    }
    return first;
  }

  private List<Long> settled(Http instance) {
    JsonArray found =
        Waits.answer(
            "all counts to be settled at " + instance.base(),
            () -> {
              JsonArray counts = read(instance);
              return isSettled(counts) && areMerged() ? counts : null;
            });
    countsChecked += found.size();
    return counts(found);
  }

  private JsonArray read(Http instance) {
    JsonArray counters = new JsonArray();
    for (Ledger ledger : ledgers) {
      counters.add(
          new JsonObject().put("namespace", ledger.namespace).put("counter", ledger.counter));
    }
    String body = new JsonObject().put("counters", counters).encode();
    return instance
        .post("/v1/counts", "application/json", body)
        .expect(200)
        .json()
        .getJsonArray("counts");
  }

  private List<Long> counts(JsonArray found) {
    return IntStream.range(0, found.size())
        .mapToObj(i -> ledgers.get(i).content.count(found.getJsonObject(i)))
        .toList();
  }

  private boolean isSettled(JsonArray found) {
    return IntStream.range(0, found.size())
        .allMatch(i -> ledgers.get(i).content.isSettled(found.getJsonObject(i)));
  }

  /** True if no more instances have shards of a sketch, or of a window of it, than there are. */
  private boolean areMerged() {
    return ledgers.stream()
        .filter(ledger -> ledger.content.isSketch())
        .allMatch(ledger -> rows.shards(ledger) <= instances.size());
  }

  private void checkBounds(Ledger ledger, long count) {
    long now = History.now();
    List<History.Range> ranges = ledger.ranges(now, now);
    boolean left = ledger.isUncut() && count > ledger.acknowledged() + ledger.unknown();
    if (left || ranges.stream().noneMatch(range -> range.has(count))) {
      findings.violated(
          "%s counts %d, but of %s; %d was acknowledged and %d is unknown, of %d attempted;"
              + " its rows, duplicates included, sum to %d",
          ledger,
          count,
          ranges,
          ledger.acknowledged(),
          ledger.unknown(),
          ledger.attempted(),
          rows.sum(ledger));
      checkRows(ledger);
    }
  }

  private void compare(String when, List<Long> expected, List<Long> counts) {
    for (int i = 0; i < ledgers.size(); i++) {
      if (!expected.get(i).equals(counts.get(i))) {
        findings.violated(
            "%s counts %d %s, not %d", ledgers.get(i), counts.get(i), when, expected.get(i));
      }
    }
  }

  private List<Long> plusNextDelta(List<Long> counts) {
    List<Long> sums = new ArrayList<>();
    for (int i = 0; i < counts.size(); i++) {
      Ledger ledger = ledgers.get(i);
      boolean goesOn = ledger.doubt == Doubt.SENT_AGAIN;
      long next = goesOn ? new Ledger.Event(ledger, ledger.events()).delta() : 0;
      sums.add(counts.get(i) + next);
    }
    return sums;
  }

  static JsonObject read(Http instance, Ledger ledger) {
    return get(instance, Http.path(ledger.namespace, ledger.counter));
  }

  static JsonObject get(Http instance, String path) {
    return Waits.answer(path, () -> instance.get(path).expect(200).json());
  }

  /** The distance of event time to the time of this machine, in seconds. */
  long secondsBehind() {
    String until =
        read(instances.get(0), ledgers.get(0)).getJsonObject("settled").getString("until");
    return Duration.between(Instant.parse(until), Instant.now()).toSeconds();
  }

  /** Every acknowledged event has a row; the only way to tell which one was lost. */
  private void checkRows(Ledger ledger) {
    if (ledger.cuts.way == Cuts.Way.PURGE) {
      return;
    }
    if (ledger.doubt != Doubt.SENT_AGAIN) {
      long sum = rows.sum(ledger);
      if (sum < ledger.acknowledged()) {
        findings.violated(
            "the rows of %s sum to %d; acknowledged: %d", ledger, sum, ledger.acknowledged());
      }
      return;
    }
    BitSet found = new BitSet();
    rows.ids(ledger).forEach(id -> found.set(ledger.content.numberOf(id)));
    BitSet lost = ledger.acknowledgedNumbers();
    lost.andNot(found);
    lost.stream()
        .forEach(each -> findings.violated("%s #%d was acknowledged: no row", ledger, each));
    found.andNot(ledger.acknowledgedNumbers());
    found.stream()
        .forEach(each -> findings.violated("%s has a row of #%d, unknown to us", ledger, each));
  }
}

package io.quipu.lab.strategies;

import io.quipu.lab.strategies.naive.CachedCount;
import io.quipu.lab.strategies.naive.CompareAndSet;
import io.quipu.lab.strategies.naive.CompareAndSetWithIds;
import io.quipu.lab.strategies.naive.CountStar;
import io.quipu.lab.strategies.naive.FirstWriteWins;
import io.quipu.lab.strategies.naive.IfNotExists;
import io.quipu.lab.strategies.naive.LeaseLock;
import io.quipu.lab.strategies.naive.NativeCounter;
import io.quipu.lab.strategies.naive.OperationRows;
import io.quipu.lab.strategies.naive.ShardedMutators;
import io.quipu.lab.strategies.naive.StateRows;
import io.quipu.lab.strategies.service.IncrementBody;
import io.quipu.lab.strategies.service.QuipuKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** All ways to count that can be compared. A new kind of Quipu needs only one more entry. */
final class Strategies {
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration SHORT = Duration.ofSeconds(10);

  static final List<Way> ALL =
      List.of(
          new Way(
              "count-star",
              "count(*)",
              "A row for each increment, by its id. Nothing can be counted twice; a read touches"
                  + " every row.",
              ground -> new CountStar(ground.keyspace())),
          new Way(
              "counter",
              "counter column",
              "Cassandra's own. An increment that is sent again is counted again.",
              ground -> new NativeCounter(ground.keyspace())),
          new Way(
              "lock",
              "lock, increment, unlock",
              "A lock by conditional write with a lease, a read, and the value with the unlock. One"
                  + " increment at a time, and not idempotent.",
              ground -> new LeaseLock(ground.keyspace())),
          new Way(
              "cas",
              "compare-and-set",
              "A conditional write for each increment. Those of one process wait for each other in"
                  + " memory, those of several contend; not idempotent.",
              ground -> new CompareAndSet(ground.keyspace())),
          new Way(
              "cas-ids",
              "compare-and-set, with ids",
              "The same, and the id is claimed in the same partition by the same condition. Right,"
                  + " and as slow; its partition grows by a row for each increment.",
              ground -> new CompareAndSetWithIds(ground.keyspace())),
          new Way(
              "if-not-exists",
              "unique, IF NOT EXISTS",
              "The id is inserted IF NOT EXISTS; who was first increments a counter column. Whose"
                  + " answer is lost between the two takes its own insert for somebody else's.",
              ground -> new IfNotExists(ground.keyspace())),
          new Way(
              "first-write-wins",
              "unique, inverted timestamps",
              "The id is written at an inverted timestamp and that is read back; whose it is"
                  + " increments a counter column. Two writers can both be told that they were"
                  + " first.",
              ground -> new FirstWriteWins(ground.keyspace())),
          new Way(
              "cached-day",
              "cached count, until a day ago",
              "A row for each increment by timeuuid, and a cached count of those up to a day ago."
                  + " Clocks may differ by less than a day; a read touches every row of that day.",
              ground -> new CachedCount(ground.keyspace(), DAY)),
          new Way(
              "cached-10s",
              "cached count, until 10 s ago",
              "The same with a past that is less distant. Reads are short; what a clock that is"
                  + " ahead has cached is never looked at again.",
              ground -> new CachedCount(ground.keyspace(), SHORT)),
          new Way(
              "shards-day",
              "shard per writer, for a day",
              "Each writer saves its sum in a shard that expires after a day and is merged a day"
                  + " later. Clocks may differ by less than that; a read adds up two days of"
                  + " shards.",
              ground -> new ShardedMutators(ground.keyspace(), DAY)),
          new Way(
              "shards-10s",
              "shard per writer, for 10 s",
              "The same with lives of ten seconds. Shards that a clock that is ahead takes for"
                  + " expired are merged and deleted while their writers go on.",
              ground -> new ShardedMutators(ground.keyspace(), SHORT)),
          new Way(
              "cmrdt",
              "CmRDT, a row per operation",
              "A row (actor, version, increment) for each increment. The same operation can be"
                  + " written again, by its own actor; a read touches every row.",
              ground -> new OperationRows(ground.keyspace())),
          new Way(
              "cvrdt",
              "CvRDT, a row per actor",
              "A row for each actor with its sum, at its version as the timestamp. Rows grow with"
                  + " actors, and an actor must not forget its state.",
              ground -> new StateRows(ground.keyspace())),
          Way.ofQuipu(
              "event",
              "Quipu, event with ids",
              "An id counts once within a day, whichever instance it is sent to.",
              ground -> kind(ground, of("event"), () -> Strategies::withId)),
          Way.ofQuipu(
              "event-no-ids",
              "Quipu, event without ids",
              "Events without an id share rows. What is sent again is another event.",
              ground -> kind(ground, of("event"), () -> (counter, id) -> "{}")),
          Way.ofQuipu(
              "unique",
              "Quipu, unique",
              "An id counts once for ever.",
              ground -> kind(ground, of("unique"), () -> Strategies::withId)),
          Way.ofQuipu(
              "latest",
              "Quipu, latest",
              "Each writer states its own sum under a version; the largest version of each stands.",
              ground -> kind(ground, of("latest"), Strategies::sumOfAnActor)),
          Way.ofQuipu(
              "linear",
              "Quipu, linear",
              "The value after each increment; increments that arrive meanwhile share a"
                  + " compare-and-set, and an id counts once.",
              ground -> kind(ground, of("linear"), () -> Strategies::withId)),
          Way.ofQuipu(
              "sketch",
              "Quipu, sketch of a sum",
              "Each instance keeps its own sum and overwrites it. What is sent again is another"
                  + " value.",
              ground ->
                  kind(
                      ground,
                      "{\"kind\":\"sketch\",\"state\":\"sum\"}",
                      () -> (counter, id) -> "{\"value\":1}")));

  private Strategies() {}

  private static String withId(String counter, String id) {
    return "{\"id\":\"" + id + "\"}";
  }

  private static IncrementBody sumOfAnActor() {
    String actor = UUID.randomUUID().toString();
    Map<String, AtomicLong> sums = new ConcurrentHashMap<>();
    return (counter, id) -> {
      long sum = sums.computeIfAbsent(counter, key -> new AtomicLong()).incrementAndGet();
      return "{\"actor\":\"%s\",\"version\":%d,\"value\":%d}".formatted(actor, sum, sum);
    };
  }

  private static String of(String kind) {
    return "{\"kind\":\"" + kind + "\"}";
  }

  private static QuipuKind kind(Ground ground, String settings, Supplier<IncrementBody> bodies) {
    return new QuipuKind(ground.quipu(), settings, bodies);
  }
}

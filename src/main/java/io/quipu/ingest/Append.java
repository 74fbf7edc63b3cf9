package io.quipu.ingest;

import io.quipu.counter.CounterName;
import io.quipu.counter.Event;
import java.util.List;

/**
 * Events of one request for one counter.
 *
 * @param shards over how many partitions a bucket of the counter is spread
 */
public record Append(CounterName counter, int shards, List<Event> events) {}

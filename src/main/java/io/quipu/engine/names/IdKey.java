package io.quipu.engine.names;

/**
 * The identity of an id of a counter among settled ids: hashes that are keyed with the seed of the
 * keyspace, so that callers cannot choose ids that collide. Two ids of one counter have the same
 * key with a probability of 2<sup>-128</sup>.
 *
 * @param namespace hash of the stored name of the counter's namespace
 * @param counter hash of the counter within the namespace
 * @param high upper half of the hash of the id within the counter; spreads ids over blocks
 * @param low lower half of the hash of the id; spreads ids over filters
 */
public record IdKey(long namespace, long counter, long high, long low)
    implements Comparable<IdKey> {
  /** Orders keys of a counter together. */
  @Override
  public int compareTo(IdKey other) {
    int order = Long.compare(namespace, other.namespace);
    order = order != 0 ? order : Long.compare(counter, other.counter);
    order = order != 0 ? order : Long.compare(high, other.high);
    return order != 0 ? order : Long.compare(low, other.low);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(low);
  }
}

package io.quipu.ops.config;

/**
 * The number of replicas that answer a read and acknowledge a write. Only majorities are offered:
 * every guarantee rests on any two of them sharing a replica.
 */
public enum Consistency {
  /** A majority of all replicas, with conditional writes decided by a majority of all. */
  QUORUM,
  /** A majority within the one data centre that holds the keyspace. */
  LOCAL_QUORUM
}

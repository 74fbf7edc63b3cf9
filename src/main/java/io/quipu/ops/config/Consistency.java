package io.quipu.ops.config;

/**
 * The number of replicas that answer a read and acknowledge a write. Only majorities are offered:
 * every guarantee requires that any two majorities share a replica.
 */
public enum Consistency {
  /** A majority of all replicas, for conditional writes too. */
  QUORUM,
  /** A majority within the only data centre that holds the keyspace. */
  LOCAL_QUORUM
}

package io.quipu.ops.config;

/**
 * The number of replicas that answer a read and acknowledge a write. Only majorities are offered,
 * because every guarantee requires that a read and a write share a replica.
 */
public enum Consistency {
  /** A majority of all replicas, for conditional writes too. */
  QUORUM,
  /** A majority of the replicas in the only data centre that holds the keyspace. */
  LOCAL_QUORUM
}

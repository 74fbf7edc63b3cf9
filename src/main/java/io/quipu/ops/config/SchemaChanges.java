package io.quipu.ops.config;

/** The work of an instance on the schema when it starts. */
public enum SchemaChanges {
  /** Making what is missing, the keyspace too, which its account has to be allowed. */
  CREATE,
  /** Waiting a while for others to make it. */
  CHECK
}

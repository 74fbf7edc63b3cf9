package io.quipu.ops.config;

/** The work of an instance on the schema when it starts. */
public enum SchemaChanges {
  /** Creates what the schema lacks, also the keyspace; the account needs this permission. */
  CREATE,
  /** Waits, up to the connect timeout, until another process has created the schema. */
  CHECK
}

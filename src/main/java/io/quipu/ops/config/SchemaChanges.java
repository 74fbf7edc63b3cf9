package io.quipu.ops.config;

/** The work of an instance on the schema when it starts. */
public enum SchemaChanges {
  /** Creates missing parts, also the keyspace; the account needs the permission to do so. */
  CREATE,
  /** Waits a bounded time until another process has created the schema. */
  CHECK
}

package io.quipu.ops.config;

/** What an instance does about the schema when it starts. */
public enum SchemaChanges {
  /** It makes what is missing, the keyspace too, which its account has to be allowed. */
  CREATE,
  /** It waits for it a while, and makes nothing. */
  CHECK
}

package io.quipu.cassandra.schema;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import io.quipu.cassandra.driver.BoundedRetry;
import io.quipu.cassandra.driver.CassandraUnusable;
import io.quipu.cassandra.driver.StuckSession;
import io.quipu.ops.config.CassandraConfig;
import io.quipu.ops.config.SchemaChanges;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the schema of one keyspace if it is missing, brings the schema to this version, one
 * instance at a time, and validates the schema. Blocks: for the start only.
 */
public final class Schema {
  private static final Logger log = LoggerFactory.getLogger(Schema.class);

  /** The time limit for making the schema: the lock of a dead instance expires earlier. */
  private static final Duration LIMIT = Duration.ofMinutes(3);

  private final CqlSession session;
  private final CassandraConfig config;
  private final List<SchemaFile> files = SchemaFile.all();
  private final String keyspace;
  private final BoundedRetry retry;
  private final SchemaExecutor executor;

  public Schema(CqlSession session, CassandraConfig config) {
    this.session = session;
    this.config = config;
    this.keyspace = config.keyspace();
    this.retry =
        new BoundedRetry(
            "apply the schema to keyspace " + keyspace,
            LIMIT,
            "Are enough nodes up, and may this user change the schema?");
    this.executor = new SchemaExecutor(session, retry);
  }

  /**
   * Brings the keyspace to this version. With {@link SchemaChanges#CHECK}, waits until others have
   * brought the keyspace to this version.
   *
   * @return the replication of the keyspace
   * @throws CassandraUnusable with one line that names the fix
   */
  public Replication ensure() {
    return config.schema() == SchemaChanges.CHECK ? await() : create();
  }

  /**
   * Brings the keyspace to this version, even with {@link SchemaChanges#CHECK}.
   *
   * @return the replication of the keyspace
   * @throws CassandraUnusable with one line that names the fix
   */
  public Replication create() {
    try {
      boolean first = ledger().isEmpty();
      if (first) {
        createKeyspace();
      }
      SchemaCheck.require(new SchemaCheck(refreshed()).findings(config, List.of()));
      if (first) {
        createLedger();
      }
      applyPending();
      return checked(refreshed());
    } catch (QueryValidationException e) {
      throw refused(e);
    }
  }

  private Replication checked(KeyspaceMetadata metadata) {
    SchemaCheck.require(new SchemaCheck(metadata).findings(config, files));
    return Replication.of(metadata);
  }

  /** Waits until others have made the schema, for example a job of the same deployment. */
  private Replication await() {
    BoundedRetry made =
        new BoundedRetry(
            "find the schema of this version in keyspace " + keyspace,
            config.connectTimeout(),
            "QUIPU_SCHEMA=check makes none: have \"java -jar quipu.jar schema\" run, with an"
                + " account that may");
    try {
      // checked first, because replicas that are not whole could lack the rows that are read next
      session
          .getMetadata()
          .getKeyspace(CqlIdentifier.fromInternal(keyspace))
          .flatMap(found -> new RecordedReplication(found).finding())
          .ifPresent(found -> SchemaCheck.require(List.of(found)));
      while (!pending().isEmpty()) {
        made.pause("missing is " + pending().get(0).name());
      }
      return checked(refreshed());
    } catch (QueryValidationException e) {
      throw refused(e);
    }
  }

  private CassandraUnusable refused(QueryValidationException e) {
    return new CassandraUnusable(
        "Cassandra refuses the schema of keyspace "
            + keyspace
            + ": "
            + BoundedRetry.reason(e)
            + (e instanceof UnauthorizedException ? ". " + SchemaPermissions.ADVICE : ""),
        e);
  }

  /**
   * Creates the keyspace, unless the keyspace exists. Throws if it is missing and no replication is
   * configured. The statement is executed even if the keyspace is listed, because a keyspace that
   * another instance is creating is listed before it can be used.
   */
  private void createKeyspace() {
    if (config.replication().isEmpty()) {
      if (!exists()) {
        throw new CassandraUnusable(
            "Keyspace "
                + keyspace
                + " does not exist: create it, or set QUIPU_CASSANDRA_REPLICATION (for example 3,"
                + " or "
                + config.localDatacenter()
                + ":3) and it will be created");
      }
      return;
    }
    try {
      executor.change(
          "CREATE KEYSPACE IF NOT EXISTS "
              + keyspace
              + " WITH replication = {'class': 'NetworkTopologyStrategy'"
              + replicas()
              + "}");
    } catch (QueryValidationException e) {
      if (!exists()) {
        throw new CassandraUnusable(
            "Cassandra does not create keyspace "
                + keyspace
                + " as QUIPU_CASSANDRA_REPLICATION says: "
                + BoundedRetry.reason(e)
                + (e instanceof UnauthorizedException ? ". " + SchemaPermissions.ADVICE : ""),
            e);
      }
    }
  }

  private boolean exists() {
    return executor
            .execute(
                "SELECT keyspace_name FROM system_schema.keyspaces WHERE keyspace_name = ?",
                keyspace)
            .one()
        != null;
  }

  private String replicas() {
    return config.replication().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(entry -> ", '" + entry.getKey() + "': " + entry.getValue())
        .collect(Collectors.joining());
  }

  private void applyPending() {
    SchemaLock lock = new SchemaLock(executor, keyspace);
    while (true) {
      if (pending().isEmpty()) {
        return;
      }
      if (lock.take()) {
        try {
          if (apply(lock, pending())) {
            return;
          }
        } finally {
          lock.release();
        }
      }
      retry.pause("another instance is applying it");
    }
  }

  /** Applies files in order. Stops and returns false if this instance has lost the lock. */
  private boolean apply(SchemaLock lock, List<SchemaFile> pending) {
    for (SchemaFile file : pending) {
      log.info("Applying {} to keyspace {}", file.name(), keyspace);
      for (String statement : file.statements()) {
        if (!lock.renew()) {
          return false;
        }
        executor.change(qualified(statement));
      }
      executor.execute(
          "INSERT INTO %s.schema_version (name, checksum, applied_at) VALUES (?, ?, ?) IF NOT EXISTS"
              .formatted(keyspace),
          file.name(),
          file.checksum(),
          Instant.now());
    }
    return true;
  }

  private String qualified(String statement) {
    return statement.replaceFirst(
        "^((?:CREATE|ALTER) TABLE (?:IF NOT EXISTS )?)", "$1" + keyspace + ".");
  }

  /**
   * Creates the tables of the applied files and of the schema lock. The rows of both tables are
   * changed by conditional writes only. The table of applied files is created last, because an
   * instance that finds this table does not grant the permit any more.
   */
  private void createLedger() {
    executor.change(
        "CREATE TABLE IF NOT EXISTS %s.schema_lock (name text PRIMARY KEY, holder uuid)"
            .formatted(keyspace));
    FoundingPermit.grant(executor, keyspace);
    executor.change(
        "CREATE TABLE IF NOT EXISTS %s.schema_version (name text PRIMARY KEY, checksum text, applied_at timestamp) WITH %s"
            .formatted(keyspace, new RecordedReplication(refreshed()).asOption()));
  }

  /**
   * Records the replication of a keyspace if an older version left no record. Records nothing if
   * the layout is not found, because the replicas that answered may then be empty, or if the
   * account may not change the schema.
   */
  public void record() {
    RecordedReplication replication = new RecordedReplication(refreshed());
    if (replication.isMissing()) {
      try {
        if (KeptLayout.isFound(executor, keyspace)) {
          executor.change(replication.statement());
        } else {
          log.info(
              "The replication of keyspace {} is not recorded, as its layout (table writer_group)"
                  + " is not found",
              keyspace);
        }
      } catch (UnauthorizedException e) {
        log.info(
            "The replication of keyspace {} is not recorded, as this account may not: the command"
                + " schema does it",
            keyspace);
      }
    }
  }

  /**
   * The files to apply.
   *
   * @throws CassandraUnusable if a file was applied with another content, or by a later version
   */
  private List<SchemaFile> pending() {
    Map<String, String> applied = ledger().orElseGet(Map::of);
    SchemaCheck.require(SchemaFile.rules(files).findings(keyspace, applied));
    return files.stream().filter(file -> !applied.containsKey(file.name())).toList();
  }

  /** The checksums of the applied files by name; empty if the table or keyspace is missing. */
  private Optional<Map<String, String>> ledger() {
    Map<String, String> applied = new HashMap<>();
    try {
      for (Row row :
          executor.execute("SELECT name, checksum FROM " + keyspace + ".schema_version")) {
        applied.put(row.getString(0), row.getString(1));
      }
      return Optional.of(applied);
    } catch (InvalidQueryException e) {
      return Optional.empty();
    }
  }

  private KeyspaceMetadata refreshed() {
    return retry
        .call(() -> StuckSession.refreshedSchema(session))
        .getKeyspace(CqlIdentifier.fromInternal(keyspace))
        .orElseThrow(
            () ->
                new CassandraUnusable(
                    "Keyspace " + keyspace + " was dropped while Quipu was starting: start again"));
  }
}

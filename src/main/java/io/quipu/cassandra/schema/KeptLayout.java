package io.quipu.cassandra.schema;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.driver.BoundedRetry;
import io.quipu.cassandra.driver.CassandraUnusable;
import io.quipu.engine.names.Layout;
import io.quipu.ops.config.CassandraConfig;
import io.quipu.ops.config.LayoutConfig;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The constants of a keyspace, stored with the group of writers. In a new keyspace the first
 * process chooses the constants; no process changes them later. Blocks the calling thread, so only
 * for use before an instance is ready.
 */
public final class KeptLayout {
  private static final Logger log = LoggerFactory.getLogger(KeptLayout.class);

  /** The row of the group of writers, which has the constants as well. */
  public static final String GROUP = "writers";

  private static final int USUAL_PAGES_OF_A_NODE = 16;
  private static final int USUAL_PARTS_OF_A_NODE = 4;

  private static final Cql READ =
      Cql.serialRead(
          "SELECT pages, parts, seed, collection_wait_ms FROM $ks.writer_group"
              + " WHERE group_name = ? LIMIT 1");
  private static final Cql CHOOSE =
      Cql.conditional(
          "UPDATE $ks.writer_group"
              + " SET pages = ?, parts = ?, seed = ?, collection_wait_ms = ?"
              + " WHERE group_name = ? IF pages = null");
  public static final List<Cql> STATEMENTS = List.of(READ, CHOOSE);

  private final CqlSession session;
  private final PreparedStatement read;
  private final PreparedStatement choose;
  private final FoundingPermit permit;
  private final CassandraConfig config;

  public KeptLayout(
      CqlSession session, Map<Cql, PreparedStatement> prepared, CassandraConfig config) {
    this.session = session;
    this.read = Objects.requireNonNull(prepared.get(READ));
    this.choose = Objects.requireNonNull(prepared.get(CHOOSE));
    this.permit = new FoundingPermit(session, prepared);
    this.config = config;
  }

  /**
   * Reads the layout of the keyspace, which overrides the configuration; chooses a layout if the
   * keyspace is new.
   *
   * @throws CassandraUnusable if the layout cannot be read in time, or is not found in a keyspace
   *     that is not new
   */
  public Layout ensure() {
    BoundedRetry retry =
        new BoundedRetry(
            "read the layout of keyspace " + config.keyspace(),
            config.connectTimeout(),
            "Are enough nodes up?");
    Layout own =
        chosen(config.layout(), session.getMetadata().getNodes().size(), new SecureRandom());
    Optional<Layout> kept = retry.call(this::read);
    while (kept.isEmpty()) {
      boolean permitted = retry.call(permit::isGranted);
      if (permitted) {
        // The outcome is not needed, because the layout that was stored is read next.
        retry.call(() -> choose(own));
      }
      kept = retry.call(this::read);
      if (!permitted && kept.isEmpty()) {
        throw gone();
      }
    }
    if (retry.call(permit::isGranted)) {
      retry.call(permit::withdraw);
    }
    return warned(kept.get());
  }

  /** Tells whether a quorum of the replicas returns the layout of a keyspace. */
  static boolean isFound(SchemaExecutor executor, String keyspace) {
    Row row =
        executor
            .execute(
                "SELECT pages FROM %s.writer_group WHERE group_name = ? LIMIT 1"
                    .formatted(keyspace),
                GROUP)
            .one();
    return row != null && !row.isNull(0);
  }

  private CassandraUnusable gone() {
    return new CassandraUnusable(
        "Keyspace %1$s was made before, but its layout (table writer_group) is not found: a replica that has it is away, or was not repaired since the keyspace was altered; another would hide all that was counted. Execute \"nodetool repair --full %1$s\" on each node, and start again; if nothing was ever counted in it, execute \"DROP KEYSPACE %1$s\""
            .formatted(config.keyspace()));
  }

  private Layout warned(Layout layout) {
    LayoutConfig holds = new LayoutConfig(layout.pages(), layout.parts(), layout.collectionWait());
    config.layout().ignored(config.keyspace(), holds).forEach(log::warn);
    return layout;
  }

  private Optional<Layout> read() {
    Row row = session.execute(read.bind(GROUP)).one();
    return row == null || row.isNull(0)
        ? Optional.empty()
        : Optional.of(
            new Layout(
                row.getInt(0), row.getInt(1), row.getLong(2), Duration.ofMillis(row.getLong(3))));
  }

  private boolean choose(Layout own) {
    return session
        .execute(
            choose.bind(
                own.pages(), own.parts(), own.seed(), own.collectionWait().toMillis(), GROUP))
        .wasApplied();
  }

  /** The layout of a new keyspace. Unless configured, pages and parts grow with the node count. */
  static Layout chosen(LayoutConfig said, int nodes, SecureRandom random) {
    int pages =
        said.pages() == 0
            ? Math.max(said.parts(), forNodes(USUAL_PAGES_OF_A_NODE, nodes))
            : said.pages();
    int parts = said.parts() == 0 ? forNodes(USUAL_PARTS_OF_A_NODE, nodes) : said.parts();
    Duration wait = said.collectionWait().isZero() ? Layout.USUAL_WAIT : said.collectionWait();
    return new Layout(pages, Math.min(parts, pages), random.nextLong(), wait);
  }

  /**
   * The smallest power of two that is not below {@code each * nodes}, but at most {@link
   * Layout#MOST_PAGES}.
   */
  private static int forNodes(int each, int nodes) {
    int all = Math.min(Layout.MOST_PAGES, each * Math.max(1, nodes));
    return Integer.highestOneBit(2 * all - 1);
  }
}

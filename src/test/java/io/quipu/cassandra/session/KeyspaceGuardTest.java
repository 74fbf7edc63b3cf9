package io.quipu.cassandra.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.internal.core.metadata.schema.DefaultTableMetadata;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tables that get a default TTL while an instance runs. */
class KeyspaceGuardTest {
  private final KeyspaceGuard guard = new KeyspaceGuard("votes");

  @Test
  void isClosed_whileATableOfQuipuHasADefaultTtl() {
    guard.onTableUpdated(table("votes", "event", 20), table("votes", "event", 0));
    assertThat(guard.holds()).isFalse();
    assertThat(guard.complaint().orElseThrow())
        .contains("ALTER TABLE votes.event WITH default_time_to_live = 0", "after 20 s");

    guard.onTableUpdated(table("votes", "page", 60), table("votes", "page", 0));
    guard.onTableUpdated(table("votes", "event", 0), table("votes", "event", 20));
    assertThat(guard.holds()).as("the page still has one").isFalse();

    guard.onTableUpdated(table("votes", "page", 0), table("votes", "page", 60));
    assertThat(guard.holds()).isTrue();
    assertThat(guard.complaint()).isEmpty();
  }

  @Test
  void tablesOfOthersDoNotMatter() {
    guard.onTableCreated(table("other", "event", 20));
    guard.onTableCreated(table("votes", "somebody_elses", 20));
    assertThat(guard.holds()).isTrue();
  }

  private static TableMetadata table(String keyspace, String name, int ttl) {
    return new DefaultTableMetadata(
        CqlIdentifier.fromInternal(keyspace),
        CqlIdentifier.fromInternal(name),
        null,
        false,
        false,
        List.of(),
        Map.of(),
        Map.of(),
        Map.of(CqlIdentifier.fromInternal("default_time_to_live"), ttl),
        Map.of());
  }
}
